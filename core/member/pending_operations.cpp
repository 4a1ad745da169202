// SPDX-License-Identifier: Apache-2.0
#include "core/member/pending_operations.h"

#include "core/api/standard_flows.h"
#include "core/base/overloaded.h"
#include "core/log/flow_rules.h"

#include <algorithm>
#include <ranges>

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

/// What a wish says, too.
bool is_own_word(const token::Operation& operation) {
    const auto* end = std::get_if<token::EndRequest>(&operation);
    return std::holds_alternative<token::RequestToken>(operation) ||
           std::holds_alternative<token::ReleaseToken>(operation) ||
           (end != nullptr && end->end == token::RequestEnd::cancelled);
}

/// Numbered by the author, so that another may get the number first.
bool is_unnumbered(const PendingOperations::Act& act) {
    if (std::holds_alternative<OpenGroup>(act)) return true;
    const auto* on_token = std::get_if<ActOnToken>(&act);
    const auto* declaration = on_token == nullptr ? nullptr : std::get_if<token::DeclareToken>(&on_token->operation);
    return declaration != nullptr && declaration->token == base::TokenId{};
}

/// Labels are sealed, so the log takes two that are alike. Of two members who open such groups at the same time, one
/// has to number its own anew, and knows the other by then.
bool is_label_in_use(const Roster& roster, const PendingOperations::Act& act) {
    const auto* wanted = std::get_if<OpenGroup>(&act);
    const auto is_so_called = [&](base::ConversationId conversation) {
        return conversation != log::plenary &&
               label_of(roster.state(), roster.keys().links(), conversation) == wanted->label;
    };
    return wanted != nullptr && std::ranges::any_of(std::views::keys(roster.state().conversations), is_so_called);
}

log::CreateFlow to_log_entry(const CreateFlow& wanted) {
    log::CreateFlow create;
    create.flow.label = wanted.name;
    create.flow.kind = wanted.kind;
    create.flow.priority = log::class_of(wanted.kind);
    create.flow.conversation = wanted.conversation;
    create.flow.ordered = wanted.ordered;
    create.flow = wanted.terms.applied_to(std::move(create.flow));
    create.peer = wanted.with;
    return create;
}

bool is_of_flow(CommandKind command) {
    return command == CommandKind::of<CreateFlow>() || command == CommandKind::of<ChangeFlow>() ||
           command == CommandKind::of<CloseFlow>();
}

std::optional<conversation::NoDeltaInterval> fault_of(const log::State& state, const log::Operation& operation) {
    const auto* create = std::get_if<log::CreateFlow>(&operation);
    const auto* change = std::get_if<log::ChangeFlow>(&operation);
    return create != nullptr   ? log::flows_at_fault(state, *create)
           : change != nullptr ? log::flows_at_fault(state, *change)
                               : std::nullopt;
}

/// A declaration of a token shares its causes with other operations. With `malformed`, its flows are at fault if it
/// were sound without them; if it is sound with them, it is the relay's style that does not take the settings.
CommandError declaration_error(log::Refusal why, const token::DeclareToken& declaration, const Roster& roster) {
    if (why == log::Refusal::no_change) return CommandError::number_taken;
    if (why == log::Refusal::no_such_conversation) return CommandError::bad_token_flow;
    if (why != log::Refusal::malformed) return node::error_of(why);
    const auto is_malformed = [&](const token::DeclareToken& said) {
        const auto may = log::may_say(roster.state(), roster.self_member(), said, roster.state().at);
        return !may && may.error() == log::Refusal::malformed;
    };
    auto without = declaration;
    without.flows.clear();
    const bool flows = is_malformed(declaration) && !is_malformed(without);
    return flows ? CommandError::bad_token_flow : CommandError::bad_settings;
}

/// A wish that meets this is fulfilled by what was said before it, and not heard of yet.
bool is_fulfilled(log::Refusal why) {
    return why == log::Refusal::no_change || why == log::Refusal::not_holder || why == log::Refusal::no_such_request;
}

} // namespace

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
    case log::Refusal::no_such_flow: return CommandError::unknown_flow;
    case log::Refusal::name_taken: return CommandError::name_taken;
    case log::Refusal::fixed_flow: return CommandError::fixed_flow;
    case log::Refusal::too_many_flows: return CommandError::too_many_flows;
    case log::Refusal::not_permitted: return CommandError::not_permitted;
    case log::Refusal::too_often: return CommandError::too_often;
    default: return CommandError::wrong_state;
    }
}

bool passes(log::Refusal why) {
    return why == log::Refusal::unknown_head || why == log::Refusal::wrong_position ||
           why == log::Refusal::stale_sequence || why == log::Refusal::time_went_back;
}

std::expected<void, CommandError> PendingOperations::add(Act act) {
    const auto* group = std::get_if<OpenGroup>(&act);
    if (group != nullptr && (group->label.empty() || !base::is_clean_line(group->label)))
        return std::unexpected{CommandError::bad_text};
    if (group != nullptr && group->label.size() > base::limits::name_bytes_max)
        return std::unexpected{CommandError::too_large};
    const auto* flow = std::get_if<CreateFlow>(&act);
    if (flow != nullptr && (flow->name.empty() || !base::is_clean_line(flow->name)))
        return std::unexpected{CommandError::bad_text};
    if (flow != nullptr && flow->name.size() > log::flow_label_bytes_max)
        return std::unexpected{CommandError::too_large};
    if (pending_operations_.size() >= acts_max) return std::unexpected{CommandError::queue_full};
    // It may come to be said after another grant.
    if (auto* on_token = std::get_if<ActOnToken>(&act)) name_grant(on_token->operation);
    pending_operations_.push_back(std::move(act));
    return {};
}

/// Of one's own, where the operation ends it and names none.
void PendingOperations::name_grant(token::Operation& operation) const {
    const auto name = [&](auto& end) {
        const auto* token = roster_.state().tokens.find(end.token);
        const auto* holder = token == nullptr ? nullptr : token->find_holder(roster_.self());
        if (holder != nullptr && end.epoch == base::TokenEpoch{}) end.epoch = holder->epoch;
    };
    if (auto* release = std::get_if<token::ReleaseToken>(&operation)) name(*release);
    auto* const transfer = std::get_if<token::TransferToken>(&operation);
    if (transfer != nullptr && transfer->from == roster_.self()) name(*transfer);
}

void PendingOperations::want(const WantToken& want) {
    wishes_.insert_or_assign(want.token, Wish{want, false});
    const auto is_older_word = [&](const Act& act) {
        const auto* on_token = std::get_if<ActOnToken>(&act);
        return on_token != nullptr && token_of(on_token->operation) == want.token && is_own_word(on_token->operation);
    };
    if (offers_first_act() && is_older_word(pending_operations_.front())) offer_->withdrawn = true;
    if (!pending_operations_.empty() && is_older_word(pending_operations_.front())) unanswered_.clear();
    std::erase_if(pending_operations_, is_older_word);
}

PendingOperations::Offer PendingOperations::offer_of(const Act& act) {
    const base::Overloaded offer{
        [this](const ActOnToken& on_token) -> Offer {
            const auto operation = numbered(on_token).operation;
            return {to_log(operation), CommandKind::of<ActOnToken>(), token_of(operation), {}, {}, false};
        },
        [](const ActOnConversation& on_conversation) -> Offer {
            return {to_log(on_conversation.operation), CommandKind::of<ActOnConversation>(), {}, {}, {}, false};
        },
        [this](const OpenGroup& open) -> Offer {
            return {group_of(open), CommandKind::of<OpenGroup>(), {}, {}, {}, false};
        },
        [](const CreateFlow& create) -> Offer {
            return {to_log_entry(create), CommandKind::of<CreateFlow>(), {}, {}, {}, false};
        },
        [](const ChangeFlow& change) -> Offer {
            return {log::ChangeFlow{change.flow, change.terms},
                    CommandKind::of<ChangeFlow>(),
                    {},
                    {},
                    {},
                    false,
                    change.flow};
        },
        [](const CloseFlow& close) -> Offer {
            return {log::CloseFlow{close.flow}, CommandKind::of<CloseFlow>(), {}, {}, {}, false, close.flow};
        },
        [](const Record& record) -> Offer {
            return {log::Record{record.on}, CommandKind::of<Record>(), {}, {}, {}, false};
        },
    };
    return std::visit(offer, act);
}

/// A token that is declared without a number gets one.
ActOnToken PendingOperations::numbered(ActOnToken act) const {
    if (!is_unnumbered(act)) return act;
    std::get<token::DeclareToken>(act.operation).token = roster_.state().tokens.unused_id();
    return act;
}

/// With flows of its own, like those that the conference began with.
log::OpenConversation PendingOperations::group_of(const OpenGroup& wanted) {
    const auto& state = roster_.state();
    log::OpenConversation group;
    group.conversation = state.conversation_newest.next();
    group.label = crypto::seal_text(roster_.keys().links().newest().names, group_label_context(group.conversation),
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

std::optional<token::Operation> PendingOperations::operation_of(const WantToken& want) const {
    const auto* token = roster_.state().tokens.find(want.token);
    if (token == nullptr)
        return want.wanted ? std::optional{token::RequestToken{want.token, want.priority}} : std::nullopt;
    const auto self = roster_.self();
    const auto* holder = token->find_holder(self);
    const auto* request = token->find_request(self);
    if (want.wanted) {
        const bool has =
            holder != nullptr || token->everyone || (request != nullptr && request->priority == want.priority);
        return has ? std::nullopt : std::optional{token::RequestToken{want.token, want.priority}};
    }
    if (holder != nullptr) return token::ReleaseToken{want.token, {}, holder->epoch};
    if (request != nullptr) return token::EndRequest{want.token, self, token::RequestEnd::cancelled};
    return std::nullopt;
}

std::optional<log::Operation> PendingOperations::due(base::ConferenceTime at) {
    settle();
    for (;;) {
        const auto wish = next_wish();
        if (!wish && pending_operations_.empty()) {
            waits_since_.reset();
            return std::nullopt;
        }
        auto offer = wish ? offer_of(ActOnToken{*operation_of(*wish)}) : offer_of(pending_operations_.front());
        offer.wish = wish;
        if (must_wait(offer.operation, at)) return std::nullopt;
        auto may = log::may_say(roster_.state(), roster_.self_member(), offer.operation, at);
        if (may && !wish && is_label_in_use(roster_, pending_operations_.front()))
            may = std::unexpected{log::Refusal::name_taken};
        if (may) {
            close_grant(offer.operation);
            offer_ = std::move(offer);
            return offer_->operation;
        }
        refuse(offer, may.error());
    }
}

const token::Token* PendingOperations::ends_own_grant(const log::Operation& operation) const {
    const auto* release = std::get_if<token::ReleaseToken>(&operation);
    const auto* transfer = std::get_if<token::TransferToken>(&operation);
    if (release != nullptr) return roster_.state().tokens.find(release->token);
    const bool own = transfer != nullptr && transfer->from == roster_.self();
    return own ? roster_.state().tokens.find(transfer->token) : nullptr;
}

bool PendingOperations::must_wait(const log::Operation& operation, base::ConferenceTime at) {
    const auto* token = ends_own_grant(operation);
    if (token == nullptr || !sent_.defers(*token)) {
        waits_since_.reset();
        return false;
    }
    if (!waits_since_) waits_since_ = at;
    return at - *waits_since_ < deferred_patience;
}

void PendingOperations::close_grant(log::Operation& operation) {
    const auto* token = ends_own_grant(operation);
    const auto* holder = token == nullptr ? nullptr : token->find_holder(roster_.self());
    if (holder == nullptr) return;
    sent_.close(token->id, holder->epoch);
    auto last = sent_.last_of(*token);
    if (auto* release = std::get_if<token::ReleaseToken>(&operation)) release->last = std::move(last);
    if (auto* transfer = std::get_if<token::TransferToken>(&operation)) transfer->last = std::move(last);
}

/// The first that something is to be said for. One that is met while something said for an earlier wish is under way
/// stays: that may land, and then nobody would wish what the log shows.
std::optional<WantToken> PendingOperations::next_wish() {
    for (auto item = wishes_.begin(); item != wishes_.end();) {
        auto& [token, wish] = *item;
        const bool under_way = under_way_.contains(token);
        const bool met = (under_way && wish.met) || !operation_of(wish.want);
        if (!met) return wish.want;
        wish.met = true;
        item = under_way ? std::next(item) : wishes_.erase(item);
    }
    return std::nullopt;
}

void PendingOperations::settle_under_way(const auto& is_known) {
    for (auto item = under_way_.begin(); item != under_way_.end();) {
        auto& [token, numbers] = *item;
        std::erase_if(numbers, is_known);
        if (!numbers.empty()) {
            ++item;
            continue;
        }
        const auto wish = wishes_.find(token);
        if (wish != wishes_.end()) wish->second.met = false;
        item = under_way_.erase(item);
    }
}

void PendingOperations::handle_connected() {
    link_is_new_ = true;
    settle_under_way([](std::uint64_t) { return true; });
}

void PendingOperations::handle_submitted(std::uint64_t author_sequence) {
    if (!offer_) return;
    offer_->author_sequence = author_sequence;
    if (offers_first_act()) unanswered_.add(author_sequence);
    if (offer_->token == base::TokenId{}) return;
    auto& numbers = under_way_[offer_->token];
    numbers.insert(author_sequence);
    if (numbers.size() > under_way_max) numbers.erase(numbers.begin());
}

/// Asked only when nothing is under way: what the log has not shown by then got lost, and is still due. A wish that was
/// heard stays until it is fulfilled.
void PendingOperations::settle() {
    const auto* self = roster_.self_member();
    // The log takes each author's operations by rising number: what is below its last is in it, or never will be.
    const auto shown = self == nullptr ? 0 : self->author_sequence;
    settle_under_way([shown](std::uint64_t number) { return number <= shown; });
    if (unanswered_.is_taken(shown)) drop_first_act();
    offer_.reset();
    // Over a link, a submission is taken or refused in the end; with the link it may be lost.
    if (!std::exchange(link_is_new_, false)) return;
    sent_.reopen_all();
    unanswered_.clear();
}

void PendingOperations::drop_first_act() {
    pending_operations_.pop_front();
    unanswered_.clear();
}

void PendingOperations::handle_refused(std::uint64_t author_sequence, log::Refusal why) {
    settle_under_way([author_sequence](std::uint64_t number) { return number == author_sequence; });
    const bool taken_before = unanswered_.refuse(author_sequence);
    if (!offer_ || offer_->author_sequence != author_sequence) return;
    const auto offer = *std::exchange(offer_, std::nullopt);
    if (taken_before && !offer.wish && !offer.withdrawn) return drop_first_act();
    // Where somebody else ended the grant, the log is about to show it.
    const auto* token = is_fulfilled(why) ? nullptr : ends_own_grant(offer.operation);
    if (token != nullptr) sent_.reopen(token->id);
    if (offer.withdrawn) return;
    // What a wish met there is on its way here: a request that cannot be cancelled may have been granted.
    const bool outrun = offer.wish && is_fulfilled(why);
    // Another token got the number first.
    const bool is_numbered_anew =
        !offer.wish && why == log::Refusal::no_change && is_unnumbered(pending_operations_.front());
    if (!passes(why) && !outrun && !is_numbered_anew) refuse(offer, why);
}

void PendingOperations::refuse(const Offer& offer, log::Refusal why) {
    const bool silent = offer.wish && is_fulfilled(why);
    const auto command = offer.wish ? CommandKind::of<WantToken>() : offer.command;
    // The person may want something else by now, and then need not be told.
    const auto is_it = [&](const auto& item) { return item.second.want == *offer.wish; };
    const bool outdated = offer.wish && std::erase_if(wishes_, is_it) == 0;
    if (!offer.wish) drop_first_act();
    // Of the end of the conference, or of this member's part in it, the person is told by itself.
    const bool is_out = why == log::Refusal::ended || why == log::Refusal::unknown_author;
    if (silent || outdated || is_out) return;
    CommandRefused refused{command, error_of(why), offer.flow, offer.token};
    if (why == log::Refusal::malformed && is_of_flow(command)) refused.error = CommandError::bad_flow;
    if (const auto* declaration = std::get_if<token::DeclareToken>(&offer.operation))
        refused.error = declaration_error(why, *declaration, roster_);
    if (const auto* create = std::get_if<log::CreateFlow>(&offer.operation)) refused.flow_name = create->flow.label;
    const auto fault = why == log::Refusal::no_interval ? fault_of(roster_.state(), offer.operation) : std::nullopt;
    if (fault) {
        refused.too_slow = fault->too_slow;
        refused.too_strict = fault->too_strict;
    }
    outbox_.event(std::move(refused));
}

} // namespace plenum::node
