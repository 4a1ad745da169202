// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/crypto/epoch_keys.h"
#include "core/crypto/keys.h"
#include "core/crypto/random.h"
#include "core/crypto/sframe.h"
#include "core/log/state.h"
#include "core/member/keys/group_keys.h"
#include "core/member/keys/pair_keys.h"

#include <algorithm>
#include <expected>
#include <map>
#include <optional>
#include <set>

namespace plenum::node {

/// What a membership leaves to the one after it: what was said to it can still be read, and newcomers can be given it.
struct FormerKeys {
    base::ConferenceHandle conference{};
    std::map<base::KeyEpoch, crypto::SecretKey> history{};
    [[nodiscard]] FormerKeys copy() const;
};

/// One member's content keys: takes epochs from the log, seals its messages, opens the others'.
class KeyRing {
  public:
    /// `former` may be of another conference, and is worth nothing then.
    KeyRing(base::ConferenceHandle conference, crypto::ExchangeKeyPair own, const FormerKeys& former = {});
    [[nodiscard]] FormerKeys former_keys() const;

    enum class Adoption : std::uint8_t {
        adopted = 1,
        not_ours = 2, ///< no wrap for us and nothing to ratchet from: an epoch before our time
        bad_wrap = 3, ///< the wrap or the ratchet does not give what the entry commits to
    };
    /// `old_seals_until`: how long the epoch before may seal at most, where someone who is gone has it.
    [[nodiscard]] Adoption adopt(const log::EpochTurn& turn, base::MemberIndex self, base::LocalTime now,
                                 base::LocalTime old_seals_until = base::local_time_max);
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
    /// can_seal(), and on a group's flow, that this member has had a key of the group.
    void seal(Chain chain, const SealedStream& stream, base::SequenceNumber sequence, base::ByteView associated,
              base::ByteView plaintext, base::LocalTime now, base::Bytes& to);

    using OpenError = node::OpenError;
    /// What was sealed as the messages of these numbers, of which none may have been opened before.
    struct Numbers {
        base::SequenceNumber first;
        std::uint64_t count{1};
    };
    [[nodiscard]] std::expected<base::Bytes, OpenError> open(Chain chain, const SealedStream& stream, Numbers numbers,
                                                             base::ByteView associated, base::ByteView frame);
    /// What was sealed as live messages, and may have been opened before.
    [[nodiscard]] std::expected<base::Bytes, OpenError> open_again(const SealedStream& stream,
                                                                   base::SequenceNumber first,
                                                                   base::ByteView associated,
                                                                   base::ByteView frame) const;
    /// Forgets media epochs that ended more than limits::old_epoch_age_max ago. Of the conference's, no more than two
    /// are known at any time.
    void expire(base::LocalTime now);
    /// When `expire` has something to do; LocalTime::max() if never.
    [[nodiscard]] base::LocalTime expires_at() const { return std::min(expires_at_, groups_.expires_at()); }
    /// `state` is how things stand after an entry. To be told of each, before `adopt`.
    void follow(const log::State& state, base::MemberIndex self, base::LocalTime now);
    [[nodiscard]] GroupKeys& groups() { return groups_; }
    [[nodiscard]] const GroupKeys& groups() const { return groups_; }

  private:
    struct Epoch {
        crypto::SecretKey media;
        bool has_media{false};
        crypto::SecretKey history;
        /// Absent in one whose history alone was recovered.
        std::optional<crypto::SecretKey> link;
        base::LocalTime adopted_at{};
        /// Live messages: before, the epoch before seals.
        base::LocalTime seals_from{};
        /// When the next one was adopted.
        std::optional<base::LocalTime> superseded_at;
    };
    struct StreamKey {
        crypto::ContentKeyId key;
        Chain chain{};
        SealedStream stream;
        friend auto operator<=>(const StreamKey&, const StreamKey&) = default;
    };

    void install(crypto::EpochSecret secret, base::KeyEpoch epoch, base::LocalTime now);
    /// Base key of a stream, if this member has it.
    [[nodiscard]] std::expected<crypto::SecretKey, OpenError> base_key(const StreamKey& key) const;
    void forget_media(base::KeyEpoch epoch, Epoch& keys);
    [[nodiscard]] base::KeyEpoch sending_epoch(Chain chain, base::LocalTime now) const;
    [[nodiscard]] base::Bytes wrap_context(base::KeyEpoch epoch, base::MemberIndex member) const;
    [[nodiscard]] std::optional<crypto::EpochSecret> secret_of(const log::EpochTurn& turn,
                                                               base::MemberIndex self) const;

    base::ConferenceHandle conference_;
    crypto::ExchangeKeyPair own_;
    /// The newest epoch's, and nothing older.
    std::optional<crypto::EpochSecret> secret_;
    base::KeyEpoch newest_{};
    GroupKeys groups_;
    PairKeys pairs_;
    std::map<base::KeyEpoch, Epoch> epochs_;
    /// When the media keys of the epoch before the newest go.
    base::LocalTime expires_at_{base::local_time_max};
    std::map<StreamKey, crypto::FrameSealer> sealers_;
    std::map<StreamKey, crypto::FrameOpener> openers_;
};

} // namespace plenum::node
