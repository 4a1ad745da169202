// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/kept_log.h"
#include "core/log/minutes.h"
#include "core/member/keys/key_ring.h"
#include "core/member/link_book.h"
#include "core/peer/outbox.h"
#include "core/peer/token_tracer.h"

#include <limits>
#include <map>
#include <utility>
#include <vector>

namespace plenum::node {

/// A member's view of the control log: verifies and applies entries, tells the application, takes up content keys and
/// new links. What this member should say to the log follows from the state alone (duties.h).
class Roster {
  public:
    /// What the application knows of people and groups.
    struct Told {
        std::vector<base::MemberIndex> members;
        std::map<base::ConversationId, std::vector<base::FlowId>> groups;
    };
    struct Options {
        ConferenceLink link;
        std::string display_name;
        crypto::IdentityKeyPair identity;
        crypto::ExchangeKeyPair exchange;
        /// By the roster before, where a member joins anew.
        Told told{};
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
    /// Someone was taken out for longer than a turn of the keys may take, and there was none: what is sealed now they
    /// could still open.
    [[nodiscard]] bool must_wait_for_keys(base::LocalTime now) const;
    /// A message of this member is about to be told: the application must know whose.
    void introduce(base::MemberIndex member);

    struct Person {
        base::IdentityKey identity;
        /// Opened once the link of their joining is known.
        std::string name;
        /// Proved to have the link, or was let in by someone who did; only such a member may turn keys.
        bool proven{false};
        /// Told to the application: from when the log gave this member the key, so that whatever is said to people who
        /// are shown can be read by all of them.
        bool shown{false};
        /// Told as one who had been there before.
        bool introduced{false};
        bool resolved{false};
    };
    /// Everyone ever seen in the log, those who left included.
    [[nodiscard]] const Person* find(base::MemberIndex member) const;
    [[nodiscard]] const log::State& state() const { return state_; }
    [[nodiscard]] const token::Tenures& tenures() const { return state_.archive.tenures; }
    /// The log as it came, for a relay that lost it; nothing where it outgrew limits::log_bytes_max since the newest
    /// checkpoint.
    [[nodiscard]] const log::KeptLog& log() const { return log_; }
    [[nodiscard]] bool keeps_log() const { return !log_.empty(); }
    /// Of all entries behind the last checkpoint.
    [[nodiscard]] std::size_t bytes_since_checkpoint() const { return bytes_since_checkpoint_; }
    /// The log so far, with the names that the keys of its links open.
    [[nodiscard]] log::Minutes minutes() const;
    [[nodiscard]] Told told() const;
    [[nodiscard]] KeyRing& keys() { return keys_; }
    [[nodiscard]] const KeyRing& keys() const { return keys_; }
    [[nodiscard]] const LinkBook& links() const { return links_; }
    /// As it is shared now.
    [[nodiscard]] const ConferenceLink& link() const { return options_.link; }
    /// 0 before the own join was sequenced.
    [[nodiscard]] base::MemberIndex self() const { return self_; }
    /// Null before, and once this member is one no longer.
    [[nodiscard]] const log::Member* self_member() const { return state_.find(self_); }
    /// Size of the log with the entry by which this member joined.
    [[nodiscard]] base::LogPosition joined_size() const { return joined_size_; }
    /// Members from this index on joined after this member was first given a key.
    [[nodiscard]] base::MemberIndex first_younger() const { return first_younger_; }
    [[nodiscard]] bool caught_up() const { return caught_up_; }
    /// Who turns the keys, as log::State::key_leader; 0 while there is nobody.
    [[nodiscard]] base::MemberIndex leader() const { return leader_; }
    [[nodiscard]] bool leads() const { return leader_.value() != 0 && leader_ == self_; }
    [[nodiscard]] const crypto::IdentityKeyPair& identity() const { return options_.identity; }
    [[nodiscard]] const crypto::ExchangeKeyPair& exchange() const { return options_.exchange; }
    [[nodiscard]] const std::string& display_name() const { return options_.display_name; }
    [[nodiscard]] const base::ConferenceHandle& conference() const { return state_.conference; }

  private:
    /// Says what is not to be believed.
    [[nodiscard]] std::unexpected<Trouble> distrust(std::string why);
    [[nodiscard]] std::expected<void, Trouble> take(const log::Applied& applied, base::LocalTime now);
    [[nodiscard]] std::expected<void, Trouble> take_genesis(const log::Applied& applied, const log::Genesis& genesis);
    void take_joined(const log::Applied& applied);
    [[nodiscard]] std::expected<void, Trouble> take_leave(const log::Applied& applied, base::LeaveReason reason,
                                                          base::LocalTime now);
    void take_turn(const log::Applied& applied, const log::EpochTurn& turn, base::LocalTime now);
    void take_change(const log::Applied& applied, const log::ChangeLink& change);
    void take_role(const log::SetRole& role);
    void take_mute(const log::Applied& applied, const log::AskMute& ask);
    // roster_groups.cpp
    void take_conversation(const log::Operation& operation);
    void tell_flows(const std::vector<log::FlowDeclaration>& flows);
    void tell_conversation(base::ConversationId conversation);
    void tell_placed();
    void resolve_people();
    void resolve(Person& person, const log::ArchivedMember& about, const LinkKeys& keys);
    void show_keyed();
    [[nodiscard]] base::MemberIndex author_of(const log::Applied& applied) const;

    void tell_begun();
    void tell_gone() const;
    void note(const log::Applied& applied, base::ByteView entry);
    void remember(const log::Applied& applied, base::ByteView entry);
    void trace(const log::Applied& applied, base::LogPosition position);
    [[nodiscard]] std::vector<TokenChanged> take_tokens(const log::Applied& applied);
    [[nodiscard]] std::vector<TokenChanged> token_changes(const std::shared_ptr<const TokenChanged::Cause>& cause);

    Options options_;
    Outbox& outbox_;
    log::State state_;
    /// Follows from `state_`: asked with every datagram, and changed by entries alone.
    base::MemberIndex leader_{};
    log::KeptLog log_;
    /// It outgrew what is kept, and no checkpoint came since.
    bool too_large_{false};
    std::size_t bytes_since_checkpoint_{0};
    KeyRing keys_;
    LinkBook links_;
    std::map<base::ConversationId, std::vector<base::FlowId>> group_flows_;
    /// Of whom the application does not know yet in which group they are.
    std::set<base::MemberIndex> placed_untold_;
    std::map<base::MemberIndex, Person> people_;
    base::MemberIndex self_{};
    base::LogPosition joined_size_{};
    base::MemberIndex first_younger_{std::numeric_limits<std::uint32_t>::max()};
    std::optional<base::LogPosition> relay_log_size_;
    base::Bytes own_operation_;
    /// Since when someone who was taken out has the newest key.
    std::optional<base::LocalTime> removed_at_;
    bool caught_up_{false};
    /// Of which the application does not know yet how they stand.
    std::set<base::TokenId> tokens_untold_;
    TokenTracer token_tracer_;
};

} // namespace plenum::node
