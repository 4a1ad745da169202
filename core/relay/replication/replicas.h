// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/relay_conference.h"
#include "core/relay/replication/recovery_offers.h"

#include <deque>
#include <map>
#include <memory>
#include <set>

namespace plenum::node {

/// The standby's side of replication: copies of conferences that another relay with our keys serves
/// (docs/replication.md). A copy becomes a conference of ours once nothing was heard of its primary for long.
class Replicas {
  public:
    struct Options {
        const RelayKeys* keys{nullptr};
        RelayConference::Ways ways;
        std::size_t history_bytes{MessageHistory::bytes_max};
        /// A register says which copies are taken over.
        bool clustered{false};
    };
    Replicas(const Options& options, Outbox& outbox) : options_{options}, outbox_{outbox} {}

    /// A primary of which nothing is heard for so long is lost. An early take-over costs its members a new connection
    /// and nothing else, since the primary tells nothing meanwhile.
    static constexpr base::Duration silence_max = token::Arbiter::lease;
    /// A program that stood still for longer than its primary was silent looks again.
    static constexpr base::Duration second_look = std::chrono::milliseconds{500};

    [[nodiscard]] bool contains(const base::ConferenceHandle& conference) const {
        return replicas_.contains(conference);
    }
    [[nodiscard]] std::size_t size() const { return replicas_.size(); }
    /// What the store kept.
    [[nodiscard]] std::expected<void, log::Refusal> load(ConferenceStored stored, base::LocalTime now);
    void set_history_bytes(std::size_t bytes) { options_.history_bytes = bytes; }

    /// At the door for replication, of whoever has our secret; false if it is none that a primary sends there.
    [[nodiscard]] bool handle(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now);
    void note_heard(const RelaySession& session, base::LocalTime now);
    /// As much of what the primary lacks as there is room for.
    void pump(RelaySession& session);
    void leave(const RelaySession& session);
    /// Gives the session to which something was said.
    [[nodiscard]] std::optional<base::SessionIndex> handle(const ConferenceKept& kept);

    /// A member brings a conference that is a copy here, or not here at all. Whether this relay may take it.
    [[nodiscard]] bool takes_offer(const base::ConferenceHandle& conference, const base::ExchangeKey& member,
                                   base::LocalTime now) {
        return offers_.take(conference, member, now);
    }
    /// A member hears nothing of the primary, and agrees to no removal of this standby at that fence.
    /// `person`: of the session; one who is no member speaks for the earliest membership of that person, whose program
    /// was the primary and started anew.
    void handle_witness(const wire::Restore& silence, const base::ExchangeKey& member, const base::IdentityKey& person);
    /// A copy that lacks something, whose primary is silent, where members can give the rest; nullopt for any other.
    [[nodiscard]] std::optional<LogRecovery::Remains> give_up_behind(const base::ConferenceHandle& conference,
                                                                     base::LocalTime now);
    /// The member's program is none of the conferences' any more: it takes nothing over, and says so. Gives the
    /// sessions to which it did.
    [[nodiscard]] std::vector<base::SessionIndex> resign();
    /// The primary closed the conference: it is to be there again when the primary is, and nowhere else.
    void handle_closed(const RelaySession& session);

    /// Begins to take over those whose primary is lost. Gives the copies that are ours now.
    [[nodiscard]] std::vector<LogRecovery::Remains> take_over(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    struct Lost {
        base::ConferenceHandle conference;
        /// Revision of the assignment that the primary told of; 0: none.
        std::uint64_t assignment;
        /// False: a later assignment may name this relay, and nobody told it.
        bool named{true};
    };
    /// In a cluster: those for which the register is to be asked.
    [[nodiscard]] std::vector<Lost> take_lost() { return std::exchange(lost_, {}); }
    /// What the register said. What is granted is taken over, whether or not the primary is heard again.
    void handle_answer(const base::ConferenceHandle& conference, bool granted);
    /// Whether it waits for an answer about this one. While it only looks, the primary may come back.
    [[nodiscard]] bool asks_register(const base::ConferenceHandle& conference) const;
    /// The register names it, and is asked to make it the primary.
    void handle_named(const base::ConferenceHandle& conference);

    /// What a relay answers that serves the conference itself.
    [[nodiscard]] static wire::ReplicaState leads() { return {wire::ReplicaStatus::leads, {}, {}, {}}; }

  private:
    struct Mark {
        /// The primary's number, and ours of what came before it.
        std::uint64_t number;
        std::uint64_t own;
    };
    struct Replica {
        std::unique_ptr<RelayConference> conference;
        ConferenceRole role{ConferenceRole::standby_behind};
        /// The primary's session, and when it was heard last.
        RelaySession* session{nullptr};
        base::LocalTime heard_at;
        std::optional<base::LocalTime> looks_again_at;
        std::deque<Mark> marks;
        StateReceiver state;
        /// What the primary lacks and was not sent yet, in order.
        std::deque<wire::ControlMessage> to_give;
        /// It takes over once everything up to this number is stored.
        std::optional<std::uint64_t> takes_over_at;
        /// Not 0: members must bear witness, at this fence.
        base::ConferenceTime fence{};
        std::set<base::MemberIndex> witnesses;
        /// In a cluster.
        struct Register {
            std::uint64_t assignment{0};
            bool asked{false};
            bool granted{false};
            /// What was asked is whether the register names this copy; nothing is written yet.
            bool looks{false};
            /// The primary is there again.
            void stop_looking() {
                if (std::exchange(looks, false)) asked = false;
            }
            /// The register may name this copy without its knowledge: it acknowledged something in this session, and
            /// whoever the register names after `assignment` has all that was told.
            bool may_be_named{false};
        };
        Register registered;
        /// The primary tells nothing any more: no witness is needed.
        bool handed_over{false};
        bool resigned{false};

        [[nodiscard]] bool may_take_over() const;
    };
    [[nodiscard]] Replica* of(const RelaySession& session);
    void handle(RelaySession& session, const wire::Replicate& request, base::LocalTime now);
    [[nodiscard]] bool take(Replica& replica, const wire::ControlMessage& message, base::LocalTime now);
    [[nodiscard]] Replica& make(const wire::Replicate& request);
    void give(Replica& replica, const wire::Replicate& request);
    void set_role(Replica& replica, ConferenceRole role);
    void acknowledge(Replica& replica);
    [[nodiscard]] bool is_lost(Replica& replica, base::LocalTime now);

    Options options_;
    Outbox& outbox_;
    std::map<base::ConferenceHandle, Replica> replicas_;
    RecoveryOffers offers_;
    std::vector<Lost> lost_;
};

} // namespace plenum::node
