// SPDX-License-Identifier: Apache-2.0
#include "core/member/conversation_orders.h"

#include "core/conversation/buffer_room.h"
#include "core/log/conversation_rules.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// What may wait at once, by the specs of a conversation's flows.
conversation::DeliveryOrder::Bounds bounds_of(const log::State& state, base::ConversationId conversation,
                                              base::Duration hold) {
    std::vector<conversation::FlowRate> rates;
    for (const auto& [id, flow] : state.flows) {
        const bool counts = flow.is_ordered() && flow.conversation == conversation && state.find_open(id) != nullptr;
        if (!counts) continue;
        const auto* token = state.tokens.find(id);
        const bool bounded = token != nullptr && token->settings.holders_max != 0;
        // Nobody's own messages wait.
        const auto others = state.members.size() > 1 ? state.members.size() - 1 : 1;
        const auto senders = bounded ? std::min<std::size_t>(token->settings.holders_max, others) : others;
        rates.push_back({flow.rate_hz, flow.message_bytes_max, senders});
    }
    const auto room = conversation::estimate_room(rates, hold);
    return {std::clamp(room.messages, base::limits::ordered_messages_least, base::limits::ordered_messages_max),
            std::clamp(room.bytes, base::limits::ordered_bytes_least, base::limits::ordered_bytes_max), hold};
}

/// The top of a wide interval is left free where nobody asks for it: a message that waits for its deadline by a clock
/// in doubt is worth something afterwards.
constexpr base::Duration room_for_doubt = std::chrono::milliseconds{60};

} // namespace

conversation::CausalOrder* ConversationOrders::of(const log::FlowDeclaration& flow) {
    return flow.is_ordered() ? &of(flow.conversation, roster_.state().size) : nullptr;
}

conversation::CausalOrder& ConversationOrders::of(base::ConversationId conversation, base::LogPosition told) {
    if (auto* order = find(conversation)) return *order;
    const auto interval = log::interval_of(roster_.state(), conversation);
    const auto bounds = bounds_of(roster_.state(), conversation, interval.most + conversation::delta_step);
    auto& order = orders_.try_emplace(conversation, roster_.self(), interval, bounds).first->second;
    choose_delta(conversation, order);
    for (const auto member : members_)
        order.expect(member, false);
    order.handle_log(told, {});
    return order;
}

conversation::CausalOrder* ConversationOrders::find(base::ConversationId conversation) {
    const auto found = orders_.find(conversation);
    return found == orders_.end() ? nullptr : &found->second;
}

std::vector<base::ConversationId> ConversationOrders::follow_log() {
    const auto& state = roster_.state();
    std::vector<base::ConversationId> closed;
    std::erase_if(orders_, [&](const auto& item) {
        const bool over = !state.conversations.contains(item.first);
        if (over) closed.push_back(item.first);
        return over;
    });
    expect_newcomers();
    if (members_.size() > state.members.size()) forget_departed();
    for (auto& [id, order] : orders_) {
        order.set_interval(log::interval_of(state, id));
        order.set_room(bounds_of(state, id, order.interval().most + conversation::delta_step));
        choose_delta(id, order);
    }
    return closed;
}

void ConversationOrders::expect_newcomers() {
    const auto& members = roster_.state().members;
    for (auto newcomer = members.upper_bound(newest_member_); newcomer != members.end(); ++newcomer) {
        const bool younger = roster_.self().value() != 0 && newcomer->first > roster_.self();
        newest_member_ = newcomer->first;
        members_.insert(newcomer->first);
        for (auto& [id, order] : orders_)
            order.expect(newcomer->first, younger);
    }
}

void ConversationOrders::forget_departed() {
    std::erase_if(members_, [&](base::MemberIndex member) {
        if (roster_.state().find(member) != nullptr) return false;
        for (auto& [id, order] : orders_)
            order.forget(member);
        return true;
    });
}

void ConversationOrders::follow_clock(const ConferenceClock& clock) {
    for (auto& [id, order] : orders_)
        order.follow_clock(*clock.offset(), clock.doubt());
}

void ConversationOrders::choose_delta(base::ConversationId conversation, conversation::CausalOrder& order) {
    const auto about = roster_.state().conversations.find(conversation);
    const auto lean = about == roster_.state().conversations.end() ? log::Lean::balanced : about->second.settings.lean;
    const auto& interval = order.interval();
    switch (lean) {
    case log::Lean::live: return order.set_delta(interval.least);
    case log::Lean::balanced: {
        const auto most = interval.most - std::min(room_for_doubt, (interval.most - interval.least) / 4);
        return order.set_delta(std::min(interval.choose(delay_advice_[conversation]), most));
    }
    case log::Lean::order: return order.set_delta(interval.most);
    }
}

void ConversationOrders::handle(const wire::DelayAdvice& advice) {
    // It may come before the entry that opens the conversation.
    if (delay_advice_.size() >= base::limits::conversations_max && !delay_advice_.contains(advice.conversation)) return;
    delay_advice_[advice.conversation] = std::min(advice.delay, conversation::delta_max);
    if (auto* order = find(advice.conversation)) choose_delta(advice.conversation, *order);
}

std::optional<wire::Causes> ConversationOrders::causes_of(const log::SignedOperation& operation,
                                                          base::ConferenceTime at) const {
    const auto content = wire::decode_choice<log::Operation>(operation.operation);
    if (!content) return std::nullopt;
    const auto token_of = []<class T>(const T& each) -> std::optional<base::TokenId> {
        if constexpr (wire::AlternativeOf<T, token::Operation>)
            return each.token;
        else
            return std::nullopt;
    };
    const auto id = std::visit(token_of, *content);
    const auto* token = id ? roster_.state().tokens.find(*id) : nullptr;
    if (token == nullptr || token->flows.empty()) return std::nullopt;
    const auto* flow = roster_.state().find(token->flows.front());
    const auto order = flow == nullptr ? orders_.end() : orders_.find(flow->conversation);
    if (order == orders_.end()) return std::nullopt;
    auto context = order->second.causes(at);
    if (context.empty()) return std::nullopt;
    return wire::Causes{order->first, at, std::move(context)};
}

void ConversationOrders::report(link::Link& link, Outbox& outbox) {
    for (auto& [id, order] : orders_) {
        if (const auto delay = order.take_delay()) std::ignore = send_control(link, wire::DelayReport{id, *delay});
        const auto& delivery = order.delivery();
        const auto advice = delay_advice_.find(id);
        outbox.event(ConversationFigures{id, order.delta(), order.interval().least, order.interval().most,
                                         advice == delay_advice_.end() ? base::Duration{} : advice->second,
                                         order.figures.in_order, order.figures.forced, order.figures.late,
                                         order.figures.discarded, delivery.counters().overrun, delivery.held_most(),
                                         delivery.bounds().messages});
    }
}

base::LocalTime ConversationOrders::next_wakeup() const {
    auto at = base::local_time_max;
    for (const auto& [id, order] : orders_) {
        if (const auto due = order.next_wakeup()) at = std::min(at, *due);
    }
    return at;
}

} // namespace plenum::node
