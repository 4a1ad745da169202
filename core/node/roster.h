// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/link_secret.h"
#include "core/node/key_ring.h"
#include "core/node/outbox.h"

#include <limits>
#include <map>
#include <set>

namespace plenum::node {

/// Keys that come from a link.
struct LinkKeys {
    base::ConferenceHandle conference;
    crypto::SecretKey access;
    crypto::SecretKey lobby;
    crypto::SecretKey names;
    [[nodiscard]] static LinkKeys from(const ConferenceLink& link);
};

/// First 16 bytes of the key's hash, as links carry it.
[[nodiscard]] KeyFingerprint fingerprint(const base::IdentityKey& key);

/// A member's view of the control log: verifies and applies entries, tells the application, takes up content keys, and
/// knows which operation this member should submit next. What is due follows from the state alone, so that nothing
/// has to be remembered over a lost link.
class Roster {
  public:
    struct Options {
        ConferenceLink link;
        std::string display_name;
        crypto::IdentityKeyPair identity;
        crypto::ExchangeKeyPair exchange;
    };
    Roster(Options options, crypto::SeededRandom random, Outbox& outbox);

    enum class Trouble : std::uint8_t {
        not_trustworthy = 1, ///< not the conference of the link, or a log that does not verify
        removed = 2,         ///< this member is one no longer
        ended = 3,
        forgotten = 4, ///< was away too long: join anew, with a new key
    };
    [[nodiscard]] std::expected<void, Trouble> apply(base::ByteView entry_bytes, base::LocalTime now);

    enum class Wish : std::uint8_t { stay = 1, leave = 2, end_for_all = 3 };
    void wish(Wish wish) { wish_ = wish; }
    /// The operation to submit now, if any; each is offered again until the log shows it, after a while or once
    /// `handle_refused` or `handle_connected` said that it got lost.
    [[nodiscard]] std::optional<log::SignedOperation> poll_submission(base::LocalTime now);
    void handle_refused(std::uint64_t author_sequence, base::LocalTime now);
    void handle_connected(base::LogPosition log_size);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    struct Person {
        base::IdentityKey identity;
        std::string name;
        /// Whether the join proved possession of the link; only such a member may turn keys.
        bool proven{false};
        /// Told to the application: from when the log gave this member the key, so that whatever is said to people who
        /// are shown can be read by all of them.
        bool shown{false};
    };
    /// Everyone ever seen in the log, those who left included.
    [[nodiscard]] const Person* find(base::MemberIndex member) const;
    [[nodiscard]] const log::State& state() const { return state_; }
    [[nodiscard]] KeyRing& keys() { return keys_; }
    [[nodiscard]] const KeyRing& keys() const { return keys_; }
    /// 0 before the own join was sequenced.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Members from this index on joined after this member was first given a key.
    [[nodiscard]] base::MemberIndex first_younger() const { return first_younger_; }
    [[nodiscard]] bool caught_up() const { return caught_up_; }
    [[nodiscard]] bool moderates() const;
    [[nodiscard]] const crypto::IdentityKeyPair& identity() const { return options_.identity; }
    [[nodiscard]] const base::ConferenceHandle& conference() const { return link_keys_.conference; }

  private:
    [[nodiscard]] bool genesis_matches(const log::Applied& applied) const;
    [[nodiscard]] std::expected<void, Trouble> take(const log::Applied& applied, base::LocalTime now);
    void take_genesis(const log::Genesis& genesis);
    void take_join(const log::Applied& applied, const log::Join& join);
    [[nodiscard]] std::expected<void, Trouble> take_leave(const log::Leave& leave);
    void show_keyed();
    void take_turn(const log::Applied& applied, const log::EpochTurn& turn, base::LocalTime now);
    [[nodiscard]] std::optional<log::Operation> due(base::LocalTime now);
    [[nodiscard]] std::optional<log::Operation> due_as_leader(base::LocalTime now);
    [[nodiscard]] log::SignedOperation sign(const log::Operation& operation);
    [[nodiscard]] log::Join make_join();

    Options options_;
    LinkKeys link_keys_;
    crypto::SeededRandom random_;
    Outbox& outbox_;
    log::State state_;
    KeyRing keys_;
    std::map<base::MemberIndex, Person> people_;
    base::MemberIndex self_{};
    base::MemberIndex first_younger_{std::numeric_limits<std::uint32_t>::max()};
    Wish wish_{Wish::stay};
    std::optional<base::LogPosition> relay_log_size_;
    bool caught_up_{false};
    std::uint64_t author_sequence_{0};
    /// While an operation is under way: not before this another.
    std::optional<base::LocalTime> quiet_until_;
    /// Since when an epoch entry is due, so that several joins share one.
    std::optional<base::LocalTime> turn_due_since_;
};

} // namespace plenum::node
