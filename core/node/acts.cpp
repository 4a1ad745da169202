// SPDX-License-Identifier: Apache-2.0
#include "core/node/acts.h"

#include "core/node/standard_flows.h"

namespace plenum::node {
namespace {

base::TokenId token_of(const token::Operation& operation) {
    return std::visit([](const auto& content) { return content.token; }, operation);
}

/// A release does not wait longer for messages that themselves wait for a key.
constexpr base::Duration deferred_patience = std::chrono::seconds{5};

log::Operation to_log(const auto& operation) {
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
    case log::Refusal::no_such_conversation: return CommandError::no_such_conversation;
    case log::Refusal::no_interval: return CommandError::no_interval;
    case log::Refusal::not_permitted: return CommandError::not_permitted;
    case log::Refusal::too_often: return CommandError::too_often;
    default: return CommandError::wrong_state;
    }
}

/// Says nothing of what was asked for: it can be said again.
bool passes(log::Refusal why) {
    return why == log::Refusal::unknown_head || why == log::Refusal::wrong_position ||
           why == log::Refusal::stale_sequence || why == log::Refusal::time_went_back;
}

/// A wish that meets this is fulfilled by what was said before it, and not heard of yet.
bool is_fulfilled(log::Refusal why) {
    return why == log::Refusal::no_change || why == log::Refusal::not_holder || why == log::Refusal::no_such_request;
}

} // namespace

std::expected<void, CommandError> Acts::add(Act act) {
    const auto* group = std::get_if<OpenGroup>(&act);
    if (group != nullptr && (group->label.empty() || !base::is_clean_line(group->label)))
        return std::unexpected{CommandError::bad_text};
    if (group != nullptr && group->label.size() > base::limits::name_bytes_max)
        return std::unexpected{CommandError::too_large};
    if (acts_.size() >= acts_max) return std::unexpected{CommandError::queue_full};
    acts_.push_back(std::move(act));
    return {};
}

Acts::Offer Acts::offer_of(const Act& act) {
    if (const auto* on_token = std::get_if<ActOnToken>(&act))
        return {to_log(on_token->operation), Command{ActOnToken{}}.index(), token_of(on_token->operation), {}, {}};
    if (const auto* on_conversation = std::get_if<ActOnConversation>(&act))
        return {to_log(on_conversation->operation), Command{ActOnConversation{}}.index(), {}, {}, {}};
    return {group_of(std::get<OpenGroup>(act)), Command{OpenGroup{}}.index(), {}, {}, {}};
}

/// With flows of its own, like those that the conference began with.
log::OpenConversation Acts::group_of(const OpenGroup& wanted) {
    const auto& state = roster_.state();
    log::OpenConversation group;
    group.conversation = state.conversation_newest.next();
    group.label = crypto::seal_text(roster_.links().newest().names, group_label_context(group.conversation),
                                    wanted.label, random_);
    group.settings = wanted.settings;
    group.flows = group_flows();
    auto newest = state.flow_newest;
    for (auto& flow : group.flows) {
        flow.flow = newest = newest.next();
        flow.conversation = group.conversation;
    }
    return group;
}

std::optional<token::Operation> Acts::operation_of(const WantToken& want) const {
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

std::optional<log::Operation> Acts::due(base::ConferenceTime at) {
    settle();
    for (;;) {
        std::erase_if(wants_, [this](const auto& item) { return !operation_of(item.second); });
        if (wants_.empty() && acts_.empty()) return std::nullopt;
        const auto wish = wants_.empty() ? std::nullopt : std::optional{wants_.begin()->second};
        auto offer = wish ? offer_of(ActOnToken{*operation_of(*wish)}) : offer_of(acts_.front());
        offer.wish = wish;
        if (must_wait(offer.operation, at)) return std::nullopt;
        const auto may = log::may_say(roster_.state(), roster_.self_member(), offer.operation, at);
        if (may) {
            close_grant(offer.operation);
            offer_ = std::move(offer);
            return offer_->operation;
        }
        refuse(offer, may.error());
    }
}

const token::Token* Acts::ends_own_grant(const log::Operation& operation) const {
    const auto* release = std::get_if<token::ReleaseToken>(&operation);
    const auto* transfer = std::get_if<token::TransferToken>(&operation);
    if (release != nullptr) return roster_.state().tokens.find(release->token);
    const bool own = transfer != nullptr && transfer->from == roster_.self();
    return own ? roster_.state().tokens.find(transfer->token) : nullptr;
}

bool Acts::must_wait(const log::Operation& operation, base::ConferenceTime at) {
    const auto* token = ends_own_grant(operation);
    if (token == nullptr || !sent_.defers(*token)) {
        waits_since_.reset();
        return false;
    }
    if (!waits_since_) waits_since_ = at;
    return at - *waits_since_ < deferred_patience;
}

void Acts::close_grant(log::Operation& operation) {
    const auto* token = ends_own_grant(operation);
    const auto* holder = token == nullptr ? nullptr : token->find_holder(roster_.self());
    if (holder == nullptr) return;
    sent_.close(token->id, holder->epoch);
    auto last = sent_.last_of(*token);
    if (auto* release = std::get_if<token::ReleaseToken>(&operation)) release->last = std::move(last);
    if (auto* transfer = std::get_if<token::TransferToken>(&operation)) transfer->last = std::move(last);
}

void Acts::handle_submitted(std::uint64_t author_sequence) {
    if (offer_) offer_->author_sequence = author_sequence;
}

/// Asked only when nothing is under way: what the log has not shown by then got lost, and is still due. A wish that was
/// heard stays until it is fulfilled.
void Acts::settle() {
    const auto* self = roster_.self_member();
    const bool taken =
        offer_ && offer_->author_sequence && self != nullptr && self->author_sequence >= *offer_->author_sequence;
    if (taken && !offer_->wish) acts_.pop_front();
    offer_.reset();
    // Over a link, a submission is taken or refused in the end; with the link it may be lost.
    if (std::exchange(link_is_new_, false)) sent_.reopen_all();
}

void Acts::handle_refused(std::uint64_t author_sequence, log::Refusal why) {
    if (!offer_ || offer_->author_sequence != author_sequence) return;
    const auto offer = *std::exchange(offer_, std::nullopt);
    // Where somebody else ended the grant, the log is about to show it.
    const auto* token = is_fulfilled(why) ? nullptr : ends_own_grant(offer.operation);
    if (token != nullptr) sent_.reopen(token->id);
    if (!passes(why)) refuse(offer, why);
}

void Acts::refuse(const Offer& offer, log::Refusal why) {
    const bool silent = offer.wish && is_fulfilled(why);
    const auto command = offer.wish ? Command{WantToken{}}.index() : offer.command;
    // The person may want something else by now.
    if (offer.wish)
        std::erase_if(wants_, [&](const auto& item) { return item.second == *offer.wish; });
    else
        acts_.pop_front();
    if (!silent) outbox_.event(CommandRefused{command, error_of(why), {}, offer.token});
}

} // namespace plenum::node
