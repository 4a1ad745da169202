// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/node/roster.h"

#include <deque>
#include <map>

namespace plenum::node {

/// What a member's person wants said of tokens and conversations, until the log shows it, or can no longer: then the
/// person is told.
class Acts {
  public:
    using Act = std::variant<ActOnToken, OpenGroup, ActOnConversation>;

    Acts(const Roster& roster, Outbox& outbox, crypto::SeededRandom random)
        : roster_{roster},
          outbox_{outbox},
          random_{std::move(random)} {}

    /// Error: queue_full.
    [[nodiscard]] std::expected<void, CommandError> add(Act act);
    void want(const WantToken& want) { wants_.insert_or_assign(want.token, want); }

    /// The next to say; wishes before acts, so that releasing waits for nothing.
    [[nodiscard]] std::optional<log::Operation> due(base::ConferenceTime at);
    /// What `due` gave last was submitted with this number.
    void handle_submitted(std::uint64_t author_sequence);
    /// The relay did not take what has this number.
    void handle_refused(std::uint64_t author_sequence, log::Refusal why);

  private:
    static constexpr std::size_t acts_max = 64;

    struct Offer {
        log::Operation operation;
        /// Index in `Command`.
        std::size_t command;
        base::TokenId token;
        /// Else it is the first of `acts_`.
        std::optional<WantToken> wish;
        /// Absent before it was submitted.
        std::optional<std::uint64_t> author_sequence;
    };

    void settle();
    /// What the wish asks for as things stand; nullopt once it is fulfilled.
    [[nodiscard]] std::optional<token::Operation> operation_of(const WantToken& want) const;
    /// What this act says as things stand.
    [[nodiscard]] Offer offer_of(const Act& act);
    [[nodiscard]] log::OpenConversation group_of(const OpenGroup& wanted);
    void refuse(const Offer& offer, log::Refusal why);

    const Roster& roster_;
    Outbox& outbox_;
    crypto::SeededRandom random_;
    std::map<base::TokenId, WantToken> wants_;
    std::deque<Act> acts_;
    /// What was given last, until it is known what came of it.
    std::optional<Offer> offer_;
};

} // namespace plenum::node
