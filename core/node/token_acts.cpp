// SPDX-License-Identifier: Apache-2.0
#include "core/node/token_acts.h"

namespace plenum::node {
namespace {

base::TokenId token_of(const token::Operation& operation) {
    return std::visit([](const auto& content) { return content.token; }, operation);
}

log::Operation to_log(const token::Operation& operation) {
    return std::visit([](const auto& content) { return log::Operation{content}; }, operation);
}

CommandError error_of(log::Refusal why) {
    switch (why) {
    case log::Refusal::no_such_token: return CommandError::no_such_token;
    case log::Refusal::no_such_request: return CommandError::no_such_request;
    case log::Refusal::no_such_member: return CommandError::unknown_person;
    case log::Refusal::not_holder: return CommandError::not_holder;
    case log::Refusal::no_change: return CommandError::no_change;
    case log::Refusal::full: return CommandError::token_full;
    case log::Refusal::malformed: return CommandError::bad_settings;
    case log::Refusal::unknown_style: return CommandError::unknown_style;
    case log::Refusal::not_permitted: return CommandError::not_permitted;
    default: return CommandError::wrong_state;
    }
}

/// Says nothing of what was asked for: it can be said again.
bool passes(log::Refusal why) {
    return why == log::Refusal::unknown_head || why == log::Refusal::wrong_position ||
           why == log::Refusal::stale_sequence || why == log::Refusal::time_went_back || why == log::Refusal::too_often;
}

/// A wish that meets this is fulfilled by what was said before it, and not heard of yet.
bool is_fulfilled(log::Refusal why) {
    return why == log::Refusal::no_change || why == log::Refusal::not_holder || why == log::Refusal::no_such_request;
}

} // namespace

std::expected<void, CommandError> TokenActs::add(const ActOnToken& act) {
    if (acts_.size() >= acts_max) return std::unexpected{CommandError::queue_full};
    acts_.push_back(act.operation);
    return {};
}

std::optional<token::Operation> TokenActs::operation_of(const WantToken& want) const {
    const auto* token = roster_.state().tokens.find(want.token);
    if (token == nullptr)
        return want.wanted ? std::optional{token::RequestToken{want.token, want.priority}} : std::nullopt;
    const auto self = roster_.self();
    const bool holds = token->find_holder(self) != nullptr;
    const auto* request = token->find_request(self);
    if (want.wanted) {
        const bool has = holds || token->everyone || (request != nullptr && request->priority == want.priority);
        return has ? std::nullopt : std::optional{token::RequestToken{want.token, want.priority}};
    }
    if (holds) return token::ReleaseToken{want.token};
    if (request != nullptr) return token::EndRequest{want.token, self, token::RequestEnd::cancelled};
    return std::nullopt;
}

std::optional<log::Operation> TokenActs::due(base::ConferenceTime at) {
    settle();
    for (;;) {
        std::erase_if(wants_, [this](const auto& item) { return !operation_of(item.second); });
        if (wants_.empty() && acts_.empty()) return std::nullopt;
        const auto wish = wants_.empty() ? std::nullopt : std::optional{wants_.begin()->second};
        const auto operation = wish ? *operation_of(*wish) : acts_.front();
        Offer offer{to_log(operation), token_of(operation), wish, {}};
        const auto may = log::may_say(roster_.state(), roster_.self_member(), offer.operation, at);
        if (may) {
            offer_ = std::move(offer);
            return offer_->operation;
        }
        refuse(offer, may.error());
    }
}

void TokenActs::handle_submitted(std::uint64_t author_sequence) {
    if (offer_) offer_->author_sequence = author_sequence;
}

/// Asked only when nothing is under way: what the log has not shown by then got lost, and is still due. A wish that was
/// heard stays until it is fulfilled.
void TokenActs::settle() {
    const auto* self = roster_.self_member();
    const bool taken =
        offer_ && offer_->author_sequence && self != nullptr && self->author_sequence >= *offer_->author_sequence;
    if (taken && !offer_->wish) acts_.pop_front();
    offer_.reset();
}

void TokenActs::handle_refused(std::uint64_t author_sequence, log::Refusal why) {
    if (!offer_ || offer_->author_sequence != author_sequence) return;
    const auto offer = *std::exchange(offer_, std::nullopt);
    if (!passes(why)) refuse(offer, why);
}

void TokenActs::refuse(const Offer& offer, log::Refusal why) {
    const bool silent = offer.wish && is_fulfilled(why);
    const auto command = offer.wish ? Command{WantToken{}}.index() : Command{ActOnToken{}}.index();
    // The person may want something else by now.
    if (offer.wish)
        std::erase_if(wants_, [&](const auto& item) { return item.second == *offer.wish; });
    else
        acts_.pop_front();
    if (!silent) outbox_.event(CommandRefused{command, error_of(why), {}, offer.token});
}

} // namespace plenum::node
