// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/conversation_reporter.h"
#include "core/member/keys/conference_keys.h"
#include "core/member/log_keeper.h"
#include "core/member/people.h"
#include "core/member/token_reporter.h"

namespace plenum::node {

/// A member's view of the control log: verifies and applies entries, and passes each to the part that it concerns. What
/// this member should say to the log follows from the state alone (duties.h).
class Roster {
  public:
    /// What the application knows of people, groups and flows.
    struct Told {
        std::vector<base::MemberIndex> members;
        ConversationReporter::Told flows;
    };
    struct Options {
        ConferenceLink link;
        std::string display_name;
        crypto::IdentityKeyPair identity;
        crypto::ExchangeKeyPair exchange;
        /// By the roster before, where a member joins anew.
        Told told{};
        FormerKeys former_keys{};
    };
    Roster(Options options, Outbox& outbox);

    enum class Trouble : std::uint8_t {
        not_trustworthy = 1, ///< not the conference of the link, or a log that does not verify
        removed = 2,         ///< this member is one no longer
        ended = 3,
        forgotten = 4, ///< was away too long: knock anew, with a new key
    };
    /// The token changes that the application is to be told, none before this member has caught up; or what keeps it
    /// from going on.
    using Followed = std::expected<std::vector<TokenChanged>, Trouble>;
    [[nodiscard]] Followed apply(base::ByteView entry_bytes, base::LocalTime now);
    /// In place of all entries before: a checkpoint, and the state that it covers, encoded.
    [[nodiscard]] Followed begin(base::Bytes state, base::ByteView checkpoint);
    /// An operation as this node signed it: the entry of these very bytes needs no proof of who wrote it.
    void note_signed(base::Bytes operation) { own_operation_ = std::move(operation); }
    /// The relay's log has so many entries. Gives the token changes that the application is to be told.
    [[nodiscard]] std::vector<TokenChanged> handle_connected(base::LogPosition log_size);
    /// The relay is on another machine, as links name it.
    void handle_moved(const std::string& host, std::uint16_t port);

    [[nodiscard]] const log::State& state() const { return state_; }
    [[nodiscard]] const LogKeeper& kept() const { return kept_; }
    [[nodiscard]] People& people() { return people_; }
    [[nodiscard]] const People& people() const { return people_; }
    [[nodiscard]] ConferenceKeys& keys() { return keys_; }
    [[nodiscard]] const ConferenceKeys& keys() const { return keys_; }
    [[nodiscard]] Told told() const;
    /// This member's name and keys, and the link as it is shared now.
    [[nodiscard]] const Options& own() const { return options_; }
    /// 0 before the own join was sequenced.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Null before, and once this member is one no longer.
    [[nodiscard]] const log::Member* self_member() const { return state_.find(self_); }
    /// Size of the log with the entry by which this member joined.
    [[nodiscard]] base::LogPosition joined_size() const { return joined_size_; }
    [[nodiscard]] bool caught_up() const;
    /// Who turns the keys, as log::State::key_leader; 0 while there is nobody.
    [[nodiscard]] base::MemberIndex leader() const { return leader_; }
    [[nodiscard]] bool leads() const { return leader_.value() != 0 && leader_ == self_; }

  private:
    using Taken = std::expected<void, Trouble>;
    /// Tells the application why an entry or state is not believed.
    [[nodiscard]] std::unexpected<Trouble> distrust(std::string why);
    void note(const log::Applied& applied, base::ByteView entry);
    [[nodiscard]] Taken take(const log::Applied& applied, base::LocalTime now);
    [[nodiscard]] Taken take_genesis(const log::Applied& applied, const log::Genesis& genesis);
    [[nodiscard]] Taken take_leave(const log::Applied& applied, base::LeaveReason reason, base::LocalTime now);
    void take_joined(const log::Applied& applied);
    void take_change(const log::Applied& applied, const log::ChangeLink& change);
    [[nodiscard]] std::vector<TokenChanged> tell_changes(const std::shared_ptr<const TokenChanged::Cause>& cause);

    Options options_;
    Outbox& outbox_;
    log::State state_;
    /// Follows from `state_`: asked with every datagram, and changed by entries alone.
    base::MemberIndex leader_{};
    LogKeeper kept_;
    ConferenceKeys keys_;
    People people_;
    ConversationReporter conversations_;
    TokenReporter tokens_;
    base::MemberIndex self_{};
    base::LogPosition joined_size_{};
    std::optional<base::LogPosition> relay_log_size_;
    base::Bytes own_operation_;
};

} // namespace plenum::node
