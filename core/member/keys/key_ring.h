// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/crypto/epoch_keys.h"
#include "core/crypto/keys.h"
#include "core/crypto/random.h"
#include "core/crypto/sframe.h"
#include "core/log/state.h"

#include <expected>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace plenum::node {

/// How long a sender of live messages goes on with the old epoch, so that the new one's entry can reach everyone first.
/// What is sealed later is closed to whoever left (security.md, Faults). Reliable messages
/// take the new epoch at once, since receivers wait for its entry and a newcomer must miss none.
inline constexpr base::Duration epoch_switch_delay = std::chrono::milliseconds{150};

/// Live flows lose their keys with the epoch; reliable ones are history, whose keys stay (security.md, Keys).
enum class Chain : std::uint8_t { media = 1, history = 2 };

/// One member's content keys: takes epochs from the log, seals its messages, opens the others'.
class KeyRing {
  public:
    KeyRing(base::ConferenceHandle conference, crypto::ExchangeKeyPair own);

    enum class Adoption : std::uint8_t {
        adopted = 1,
        not_ours = 2, ///< no wrap for us and nothing to ratchet from: an epoch before our time
        bad_wrap = 3, ///< the wrap or the ratchet does not give what the entry commits to
    };
    [[nodiscard]] Adoption adopt(const log::EpochTurn& turn, base::MemberIndex self, base::LocalTime now);
    /// From the newest epoch back along `links`, until one is missing or what comes before is known.
    void recover_history(const log::HistoryLinks& links);
    /// Whether the turn holds anything for this member: `adopt` would not answer `not_ours`.
    [[nodiscard]] bool concerns(const log::EpochTurn& turn, base::MemberIndex self) const;

    /// Since when the newest epoch is in force here; nullopt without one.
    [[nodiscard]] std::optional<base::LocalTime> newest_since() const;
    /// The next epoch for `state`, as its key leader must make it: the last one ratcheted where that is enough, and not
    /// `fresh`. Only who is in `proven` gets a wrap that opens; the
    /// log may hold others, and a relay can put them there. Seeds come from `random`.
    [[nodiscard]] std::optional<log::EpochTurn> make_turn(const log::State& state,
                                                          const std::set<base::MemberIndex>& proven, bool fresh,
                                                          crypto::SeededRandom& random) const;
    /// The newest epoch that this member has the secret of; 0 for none.
    [[nodiscard]] base::KeyEpoch newest() const { return newest_; }
    /// What a new link is sealed with in this epoch; null if this member has not its secret.
    [[nodiscard]] const crypto::SecretKey* link_key(base::KeyEpoch epoch) const;

    [[nodiscard]] bool can_seal() const { return secret_.has_value(); }
    /// Appends SFrame bytes to `to`, sealed with the sending epoch. Sequence numbers must rise per flow. Precondition:
    /// can_seal().
    void seal(Chain chain, base::MemberIndex self, base::FlowId flow, base::SequenceNumber sequence,
              base::ByteView associated, base::ByteView plaintext, base::LocalTime now, base::Bytes& to);

    enum class OpenError : std::uint8_t {
        malformed = 1,
        key_to_come = 2, ///< sealed in an epoch that the log has not shown us yet
        no_key = 3,      ///< sealed before our time, or in an epoch that is over
        forged = 4,
        replay = 5,
    };
    /// What was sealed as the messages of these numbers, of which none may have been opened before.
    struct Numbers {
        base::SequenceNumber first;
        std::uint64_t count{1};
    };
    [[nodiscard]] std::expected<base::Bytes, OpenError> open(Chain chain, base::MemberIndex sender, base::FlowId flow,
                                                             Numbers numbers, base::ByteView associated,
                                                             base::ByteView frame);
    /// What was sealed as live messages, and may have been opened before.
    [[nodiscard]] std::expected<base::Bytes, OpenError> open_again(base::MemberIndex sender, base::FlowId flow,
                                                                   base::SequenceNumber first,
                                                                   base::ByteView associated,
                                                                   base::ByteView frame) const;
    /// Forgets media epochs that ended more than limits::old_epoch_age_max ago. Of media, no more than two are known at
    /// any time.
    void expire(base::LocalTime now);
    /// When `expire` has something to do; LocalTime::max() if never.
    [[nodiscard]] base::LocalTime expires_at() const { return expires_at_; }

  private:
    struct Epoch {
        crypto::SecretKey media;
        bool has_media{false};
        crypto::SecretKey history;
        /// Absent in one whose history alone was recovered.
        std::optional<crypto::SecretKey> link;
        base::LocalTime adopted_at{};
        /// When the next one was adopted.
        std::optional<base::LocalTime> superseded_at;
    };
    using StreamKey = std::tuple<base::KeyEpoch, Chain, base::MemberIndex, base::FlowId>;

    void install(crypto::EpochSecret secret, base::KeyEpoch epoch, base::LocalTime now);
    void forget_media(base::KeyEpoch epoch, Epoch& keys);
    [[nodiscard]] base::KeyEpoch sending_epoch(Chain chain, base::LocalTime now) const;
    /// Whose keys open it, if they are there.
    [[nodiscard]] std::expected<const Epoch*, OpenError> epoch_of(Chain chain, base::KeyEpoch epoch) const;
    [[nodiscard]] base::Bytes wrap_context(base::KeyEpoch epoch, base::MemberIndex member) const;
    [[nodiscard]] std::optional<crypto::EpochSecret> secret_of(const log::EpochTurn& turn,
                                                               base::MemberIndex self) const;

    base::ConferenceHandle conference_;
    crypto::ExchangeKeyPair own_;
    /// The newest epoch's, and nothing older.
    std::optional<crypto::EpochSecret> secret_;
    base::KeyEpoch newest_{};
    std::map<base::KeyEpoch, Epoch> epochs_;
    /// When the media keys of the epoch before the newest go.
    base::LocalTime expires_at_{base::local_time_max};
    std::map<StreamKey, crypto::FrameSealer> sealers_;
    std::map<StreamKey, crypto::FrameOpener> openers_;
};

} // namespace plenum::node
