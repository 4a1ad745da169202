// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/member/sent_messages.h"
#include "core/member/unanswered.h"

#include <deque>
#include <map>
#include <set>

namespace plenum::node {

/// What a person is told of an operation that the log refuses.
[[nodiscard]] CommandError error_of(log::Refusal why);
/// Where the refusal says nothing of what was asked for, so that it can be said again.
[[nodiscard]] bool passes(log::Refusal why);

/// What a member's person wants said of tokens, conversations, flows and the own recording, until the log shows it, or
/// can no longer: then the person is told.
class PendingOperations {
  public:
    using Act = std::variant<ActOnToken, OpenGroup, ActOnConversation, CreateFlow, ChangeFlow, CloseFlow, Record>;

    PendingOperations(const Roster& roster, SentMessages& sent, Outbox& outbox, crypto::SeededRandom random)
        : roster_{roster},
          sent_{sent},
          outbox_{outbox},
          random_{std::move(random)} {}

    /// Error: queue_full.
    [[nodiscard]] std::expected<void, CommandError> add(Act act);
    /// Takes the place of what was asked of this token before.
    void want(const WantToken& want);

    /// The next to say; wishes before acts, so that releasing waits for nothing.
    [[nodiscard]] std::optional<log::Operation> due(base::ConferenceTime at);
    /// What `due` gave last was submitted with this number.
    void handle_submitted(std::uint64_t author_sequence);
    /// The relay did not take what has this number.
    void handle_refused(std::uint64_t author_sequence, log::Refusal why);
    /// What was submitted with this number never went.
    void handle_unsent(std::uint64_t author_sequence) { std::ignore = unanswered_.refuse(author_sequence); }
    void name_grant(token::Operation& operation) const;
    /// Names the last messages of an own grant that the operation ends; nothing more is sent by that grant.
    void close_grant(log::Operation& operation);
    /// What was to end an own grant, beside what `due` gave, was refused.
    void reopen_grants() { sent_.reopen_all(); }
    /// To a relay that has dropped the connection before: what the log does not show once it is here got lost.
    void handle_connected();

  private:
    static constexpr std::size_t acts_max = 64;
    /// Of one token: a relay that answers none of these for so long has lost the connection.
    static constexpr std::size_t under_way_max = 64;

    struct Offer {
        log::Operation operation;
        /// Index in `Command`.
        CommandKind command;
        base::TokenId token;
        /// Else it is the first of `pending_operations_`.
        std::optional<WantToken> wish;
        /// Absent before it was submitted.
        std::optional<std::uint64_t> author_sequence;
        /// Its act was taken back since, and is no longer among `pending_operations_`.
        bool withdrawn{false};
        /// That is to be changed or closed; else 0.
        base::FlowId flow{};
    };

    struct Wish {
        WantToken want;
        /// The log shows it, but something that was said for the wish before it may still follow.
        bool met{false};
    };

    void settle();
    /// Removes what `is_known` of what is under way; a wish that waited for the last of it is looked at again.
    void settle_under_way(const auto& is_known);
    [[nodiscard]] std::optional<WantToken> next_wish();
    [[nodiscard]] bool offers_first_act() const { return offer_ && !offer_->wish && !offer_->withdrawn; }
    /// What the wish asks for as things stand; nullopt once it is fulfilled.
    [[nodiscard]] std::optional<token::Operation> operation_of(const WantToken& want) const;
    [[nodiscard]] ActOnToken numbered(ActOnToken act) const;
    /// What this act says as things stand.
    [[nodiscard]] Offer offer_of(const Act& act);
    [[nodiscard]] log::OpenConversation group_of(const OpenGroup& wanted);
    void refuse(const Offer& offer, log::Refusal why);
    void drop_first_act();
    /// The token whose grant to this member the operation ends; null for any other operation.
    [[nodiscard]] const token::Token* ends_own_grant(const log::Operation& operation) const;
    /// Whether messages that were accepted before the operation still wait for their numbers, which it names.
    [[nodiscard]] bool must_wait(const log::Operation& operation, base::ConferenceTime at);

    const Roster& roster_;
    SentMessages& sent_;
    Outbox& outbox_;
    crypto::SeededRandom random_;
    /// Each until it is met and nothing said of its token is under way.
    std::map<base::TokenId, Wish> wishes_;
    /// Author sequence numbers of what was submitted about tokens, and neither seen in the log nor refused.
    std::map<base::TokenId, std::set<std::uint64_t>> under_way_;
    std::deque<Act> pending_operations_;
    /// Of the first of `pending_operations_`.
    Unanswered unanswered_;
    /// What was given last, until it is known what came of it.
    std::optional<Offer> offer_;
    bool link_is_new_{false};
    /// Since when `must_wait`.
    std::optional<base::ConferenceTime> waits_since_;
};

} // namespace plenum::node
