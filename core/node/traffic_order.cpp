// SPDX-License-Identifier: Apache-2.0
// Messages of conversations: handed over in the order of cause, or at their deadline (core/conversation).
#include "core/node/traffic.h"

namespace plenum::node {
namespace {

/// Δ's interval for these flows, by the error of clocks that the log assumed: it found room for it.
conversation::Interval interval_of(const log::State& state, base::ConversationId conversation) {
    std::vector<conversation::FlowDelays> delays;
    for (const auto& [id, flow] : state.flows) {
        if (flow.conversation == conversation) delays.push_back({id, flow.desired_delay, flow.loss_delay});
    }
    return conversation::negotiate(delays, base::limits::clock_error_assumed).value_or(conversation::Interval{});
}

} // namespace

CausalOrder* Traffic::order_of(const log::FlowDeclaration& flow) {
    if (flow.conversation.value() == 0) return nullptr;
    const auto found = orders_.find(flow.conversation);
    if (found != orders_.end()) return &found->second;
    auto& order =
        orders_.try_emplace(flow.conversation, roster_.self(), interval_of(roster_.state(), flow.conversation))
            .first->second;
    for (const auto member : ordered_members_)
        order.expect(member, false);
    order.handle_log(roster_.state().size, {});
    return &order;
}

void Traffic::follow_log(base::LocalTime now) {
    const auto& state = roster_.state();
    const auto at = conference_time(now);
    if (std::erase_if(orders_, [&](const auto& item) { return !state.conversations.contains(item.first); }) > 0)
        forget_flows();
    for (auto newcomer = state.members.upper_bound(ordered_newest_); newcomer != state.members.end(); ++newcomer) {
        const bool younger = roster_.self().value() != 0 && newcomer->first > roster_.self();
        ordered_newest_ = newcomer->first;
        ordered_members_.insert(newcomer->first);
        for (auto& [id, order] : orders_)
            order.expect(newcomer->first, younger);
    }
    if (ordered_members_.size() > state.members.size()) forget_departed();
    for (auto& [id, order] : orders_) {
        order.handle_log(state.size, at);
        deliver_ready(order, now);
    }
}

void Traffic::forget_flows() {
    const auto& state = roster_.state();
    std::erase_if(heard_, [&](const auto& item) { return state.find(item.first.first) == nullptr; });
    std::erase_if(own_, [&](const auto& item) {
        const bool closed = state.find(item.first) == nullptr;
        if (!closed) return false;
        for (const auto& [sequence, message] : item.second.unconfirmed)
            outbox_.event(MessageRefused{item.first, sequence});
        return true;
    });
}

void Traffic::forget_departed() {
    std::erase_if(ordered_members_, [&](base::MemberIndex member) {
        if (roster_.state().find(member) != nullptr) return false;
        for (auto& [id, order] : orders_)
            order.forget(member);
        return true;
    });
}

base::ConferenceTime Traffic::conference_time(base::LocalTime now) const {
    return last_clock_ ? last_clock_->to_conference(now) : base::ConferenceTime{};
}

void Traffic::take_in_order(CausalOrder::Held held, base::LocalTime now) {
    const auto* flow = roster_.state().find(held.header.flow);
    auto* order = flow == nullptr ? nullptr : order_of(*flow);
    // Without a clock nobody can tell how long to wait.
    if (order == nullptr || !last_clock_) {
        if (order != nullptr) order->handle_heard(held.header);
        return deliver_all(held.header, {held.received_at}, std::move(held.plaintext));
    }
    if (!order->add(std::move(held), conference_time(now))) {
        ++counters_.refused;
        return trace(base::TraceEvent::Kind::reject, held.header, "context");
    }
    deliver_ready(*order, now);
}

void Traffic::deliver_ready(CausalOrder& order, base::LocalTime now) {
    const auto at = conference_time(now);
    while (auto release = order.poll(at))
        deliver_released(std::move(*release), now);
}

void Traffic::deliver_released(CausalOrder::Release release, base::LocalTime now) {
    using Kind = base::TraceEvent::Kind;
    using conversation::Order;
    auto& [held, order, past_deadline, missing] = release;
    auto& header = held.header;
    const auto* flow = roster_.state().find(header.flow);
    if (flow == nullptr) return; // closed meanwhile
    const bool behind = order == Order::behind;
    const bool worthless = flow->loss_delay && (behind || past_loss_delay(header.sent_at, *flow->loss_delay, now));
    if (worthless) {
        counters_.discarded += header.count;
        return trace(Kind::discard, header, behind ? "behind" : "past loss delay");
    }
    // What is over by now is heard no more, whenever it came.
    const auto& state = roster_.state();
    const bool judged_before = !flow->loss_delay || held.log_size == state.size;
    if (!judged_before && !permits(header, state.tokens.hear(header.flow, header.sender, header.token_epoch, state.size)))
        return;
    if (header.count > 1 && !flow::split_bundle(held.plaintext, header.count, flow->message_bytes_max, bodies_)) return;
    Arrival arrival{held.received_at};
    if (behind)
        arrival = {held.received_at, Kind::late, Delivery::overtaken};
    else if (order == Order::forced)
        arrival = {held.received_at, Kind::force, Delivery::forced, missing};
    else if (past_deadline && flow->loss_delay)
        arrival.kind = Kind::force;
    else if (past_deadline)
        arrival = {held.received_at, Kind::late, Delivery::late};
    deliver_all(header, arrival, std::move(held.plaintext));
}

void Traffic::deliver_due(base::LocalTime now) {
    for (auto& [id, order] : orders_)
        deliver_ready(order, now);
}

/// With conversations goes the sender's number over all flows; and what stands for the log is said as its position.
void Traffic::name_in_conversation(base::TraceEvent& event, const wire::MessageHeader& header,
                                   base::SequenceNumber sequence) const {
    const auto* flow = roster_.state().find(header.flow);
    conversation::Context context;
    if (flow == nullptr || header.context.empty() || !conversation::decode(header.context, context)) return;
    const auto behind = sequence.value() - header.sequence.value();
    event.conversation = flow->conversation;
    event.sequence = base::SequenceNumber{context.ordinal.value() + behind};
    event.deadline = header.sent_at + context.wait;
    if (event.kind != base::TraceEvent::Kind::send || behind > 0) return;
    for (const auto& dependency : context.dependencies) {
        if (dependency.sender.value() == 0)
            event.position = base::LogPosition{dependency.ordinal.value() - 1};
        else
            event.dependencies.emplace_back(dependency.sender, base::SequenceNumber{dependency.ordinal.value()});
    }
}

} // namespace plenum::node
