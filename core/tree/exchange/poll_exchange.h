// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/exchange/poll_asker.h"
#include "core/tree/exchange/poll_voter.h"

#include <expected>
#include <set>

namespace plenum::tree {

/// Why a wish about polls cannot be granted.
enum class PollError : std::uint8_t {
    not_permitted = 1, ///< asking is for moderators, ending for the asker
    bad_question = 2,
    not_ready = 3, ///< not in the conference yet
    over = 4,      ///< no such poll is open
    no_such_choice = 5,
};

/// Polls of a conference for one member, over a node's events and commands. Moderators ask. Relays add the answers up
/// (docs/tree.md), so that nobody but the first relay sees who chose what number, and no relay sees the question.
class PollExchange {
  public:
    using Done = std::expected<void, PollError>;

    void handle(const node::Event& event, base::LocalTime now);
    /// Replaces the open poll, whoever asked it.
    [[nodiscard]] Done ask(PollQuestion question, base::LocalTime now);
    /// Nullopt takes the answer back.
    [[nodiscard]] Done answer(const PollKey& poll, std::optional<std::size_t> choice, base::LocalTime now);
    [[nodiscard]] Done end(const PollKey& poll, base::LocalTime now);

    /// Ends the own poll if the event says that there is no flow for it, so that nobody hears it. Whether it did.
    bool give_up_unheard(const node::Event& event);

    /// The next for the node to do. Call until it returns nullopt.
    [[nodiscard]] std::optional<PollCommand> poll(base::LocalTime now);
    /// The node did not take it: it comes again a little later, before all others.
    void give_back(PollCommand command, base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;
    /// Each poll that is new or otherwise than it was told last.
    [[nodiscard]] std::optional<PollState> poll_change() { return book_.poll_change(); }

    [[nodiscard]] base::MemberIndex self() const { return self_; }
    [[nodiscard]] const PollBook& book() const { return book_; }
    [[nodiscard]] bool may_ask() const { return moderators_.contains(self_); }

  private:
    void handle_person(const node::Event& event, base::LocalTime now);
    void handle_joined(const node::MemberJoined& joined, base::LocalTime now);
    void handle(const node::MessageReceived& message, base::LocalTime now);
    void take(base::MemberIndex asker, const PollMessage& message, base::ConferenceTime said_at, base::LocalTime now);
    /// Of the poll that is open now.
    void settle(base::LocalTime now);
    [[nodiscard]] std::optional<base::FlowId> abandoned_flow() const;

    base::MemberIndex self_{};
    std::set<base::MemberIndex> members_;
    std::set<base::MemberIndex> moderators_;
    std::optional<base::ClockOffset> clock_;
    PollFlows flows_;
    /// That was asked to be closed last.
    base::FlowId closed_{};
    PollBook book_;
    PollAsker asker_;
    PollVoter voter_;
    std::optional<PollCommand> given_back_;
    base::LocalTime again_due_{};
};

} // namespace plenum::tree
