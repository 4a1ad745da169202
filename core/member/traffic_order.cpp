// SPDX-License-Identifier: Apache-2.0
// Messages of conversations: handed over in the order of cause, or at their deadline (core/conversation).
#include "core/log/conversation_rules.h"
#include "core/member/traffic.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// What may wait at once, by the specs of a conversation's flows.
conversation::DeliveryOrder::Bounds bounds_of(const log::State& state, base::ConversationId conversation,
                                              base::Duration hold) {
    std::vector<conversation::FlowRate> rates;
    for (const auto& [id, flow] : state.flows) {
        if (!flow.is_ordered() || flow.conversation != conversation) continue;
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

/// Of a wide interval the top is left free where nobody asks for it: what waits for its deadline by a clock in doubt is
/// worth something afterwards.
constexpr base::Duration room_for_doubt = std::chrono::milliseconds{60};

void count(conversation::CausalOrder::Figures& figures, Delivery delivery, std::uint64_t messages) {
    switch (delivery) {
    case Delivery::in_order: figures.in_order += messages; return;
    case Delivery::forced: figures.forced += messages; return;
    case Delivery::late:
    case Delivery::overtaken: figures.late += messages; return;
    }
}

} // namespace

conversation::CausalOrder* Traffic::order_of(const log::FlowDeclaration& flow) {
    return flow.is_ordered() ? &order_of(flow.conversation, roster_.state().size) : nullptr;
}

conversation::CausalOrder& Traffic::order_of(base::ConversationId conversation, base::LogPosition told) {
    const auto found = orders_.find(conversation);
    if (found != orders_.end()) return found->second;
    const auto interval = log::interval_of(roster_.state(), conversation);
    const auto bounds = bounds_of(roster_.state(), conversation, interval.most + conversation::delta_step);
    auto& order = orders_.try_emplace(conversation, roster_.self(), interval, bounds).first->second;
    choose_delta(conversation, order);
    for (const auto member : ordered_members_)
        order.expect(member, false);
    order.handle_log(told, {});
    return order;
}

void Traffic::follow_log() {
    const auto& state = roster_.state();
    const auto is_over = [&](const auto& item) {
        if (state.conversations.contains(item.first)) return false;
        teller_.forget(item.first);
        return true;
    };
    if (std::erase_if(orders_, is_over) > 0) forget_flows();
    for (auto newcomer = state.members.upper_bound(ordered_newest_); newcomer != state.members.end(); ++newcomer) {
        const bool younger = roster_.self().value() != 0 && newcomer->first > roster_.self();
        ordered_newest_ = newcomer->first;
        ordered_members_.insert(newcomer->first);
        for (auto& [id, order] : orders_)
            order.expect(newcomer->first, younger);
    }
    if (ordered_members_.size() > state.members.size()) forget_departed();
    for (auto& [id, order] : orders_) {
        order.set_room(bounds_of(state, id, order.interval().most + conversation::delta_step));
        choose_delta(id, order);
    }
}

bool Traffic::hears(base::ConversationId conversation) const {
    const auto& state = roster_.state();
    const auto* self = state.find(roster_.self());
    return self != nullptr && state.conversations.contains(conversation) &&
           (conversation <= log::plenary || conversation == self->group);
}

void Traffic::take_entry(const std::optional<wire::Causes>& causes, base::LocalTime now) {
    const auto size = roster_.state().size;
    auto changes = roster_.take_token_changes();
    const auto author = changes.empty() || !changes.front().cause ? base::MemberIndex{} : changes.front().cause->author;
    const bool waits_for_words = causes && author.value() != 0 && clock_.offset() && hears(causes->conversation);
    if (waits_for_words) std::ignore = order_of(causes->conversation, base::LogPosition{size.value() - 1});
    EntryTeller::Conversations waits;
    for (auto& [id, order] : orders_) {
        if (!clock_.offset()) {
            order.handle_log(size, {});
            continue;
        }
        const auto* words = waits_for_words && id == causes->conversation ? &*causes : nullptr;
        if (!order.take_entry(size, author, words, *clock_.offset(), now, clock_.doubt())) waits.push_back(id);
    }
    teller_.add(size, std::move(changes), std::move(waits), waits_for_words ? &*causes : nullptr);
    for (auto& [id, order] : orders_)
        deliver_ready(id, order, now);
}

void Traffic::tell_tokens() {
    auto changes = roster_.take_token_changes();
    if (!changes.empty()) teller_.add(roster_.state().size, std::move(changes), {}, nullptr);
}

std::optional<wire::Causes> Traffic::causes_of(const log::SignedOperation& operation, base::ConferenceTime at) const {
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

bool Traffic::read_clock(const link::Link* link, base::LocalTime now) {
    if (link == nullptr) return false;
    // Of many messages in one turn it is the same.
    if (clock_.is_of(now)) return true;
    const auto clock = link->clock(now);
    if (!clock) return false;
    if (!clock_.take(*clock, link->clock_doubt(*clock), now)) return true;
    for (auto& [id, order] : orders_)
        order.follow_clock(*clock_.offset(), clock_.doubt());
    return true;
}

void Traffic::take_in_order(conversation::CausalOrder::Held held, base::LocalTime now) {
    const auto* flow = roster_.state().find(held.header.flow);
    auto* order = flow == nullptr ? nullptr : order_of(*flow);
    // What was said before us would be waited for until the clock is known.
    if (order == nullptr || (held.before && !clock_.offset())) {
        if (order != nullptr) order->handle_heard(held.header, {});
        return deliver_all(held.header, {.received_at = held.received_at}, std::move(held.plaintext));
    }
    using Taken = conversation::CausalOrder::Taken;
    const auto taken = clock_.offset() ? order->take(std::move(held), *clock_.offset(), now, clock_.doubt())
                                       : order->take_without_clock(std::move(held), now);
    switch (taken) {
    case Taken::refused: ++counters_.refused; return trace(base::TraceEvent::Kind::reject, held.header, "context");
    case Taken::goes:
    case Taken::goes_late:
        deliver_ordered(held, {conversation::Order::in_order, taken == Taken::goes_late, 0}, now);
        break;
    case Taken::waits: break;
    }
    deliver_ready(flow->conversation, *order, now);
}

void Traffic::deliver_ready(base::ConversationId conversation, conversation::CausalOrder& order, base::LocalTime now) {
    const auto at = order.next_wakeup();
    if (!at || *at > now) return;
    while (auto release = order.poll(clock_.at(now), now)) {
        if (release->entries)
            teller_.release(*release->entries, conversation);
        else
            deliver_ordered(release->held, release->outcome, now);
    }
}

void Traffic::deliver_ordered(conversation::CausalOrder::Held& held, const conversation::CausalOrder::Outcome& outcome,
                              base::LocalTime now) {
    using Kind = base::TraceEvent::Kind;
    using conversation::Order;
    const auto [order, past_deadline, missing] = outcome;
    auto& header = held.header;
    const auto* flow = roster_.state().find(header.flow);
    if (flow == nullptr) return; // closed meanwhile
    const bool behind = order == Order::behind;
    const bool worthless = flow->loss_delay && past_loss_delay(header.sent_at, *flow->loss_delay, now);
    auto* counted = order_of(*flow);
    if (worthless) {
        counters_.discarded += header.count;
        if (counted != nullptr) counted->figures.discarded += header.count;
        return trace(Kind::discard, header, "past loss delay");
    }
    // What is over by now is heard no more, whenever it came.
    const auto& state = roster_.state();
    const bool judged_before = !flow->loss_delay || held.log_size == state.size;
    if (!judged_before && !permits(header)) return;
    if (header.count > 1 && !flow::split_bundle(held.plaintext, header.count, flow->message_bytes_max, bodies_)) return;
    Arrival arrival{held.received_at};
    if (behind)
        arrival = {held.received_at, flow->loss_delay ? Kind::force : Kind::late, Delivery::overtaken};
    else if (order == Order::forced)
        arrival = {held.received_at, Kind::force, Delivery::forced, missing};
    else if (past_deadline && flow->loss_delay)
        arrival.kind = Kind::force;
    else if (past_deadline)
        arrival = {held.received_at, Kind::late, Delivery::late};
    if (held.before) arrival.delivery = Delivery::in_order;
    if (counted != nullptr) count(counted->figures, arrival.delivery, header.count);
    deliver_all(header, arrival, std::move(held.plaintext));
}

void Traffic::deliver_due(base::LocalTime now) {
    for (auto& [id, order] : orders_)
        deliver_ready(id, order, now);
}

void Traffic::choose_delta(base::ConversationId conversation, conversation::CausalOrder& order) {
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

void Traffic::handle(const wire::DelayAdvice& advice) {
    // It may come before the entry that opens the conversation.
    if (delay_advice_.size() >= base::limits::conversations_max && !delay_advice_.contains(advice.conversation)) return;
    delay_advice_[advice.conversation] = std::min(advice.delay, conversation::delta_max);
    const auto order = orders_.find(advice.conversation);
    if (order != orders_.end()) choose_delta(order->first, order->second);
}

void Traffic::handle(const wire::Gap& gap, base::LocalTime now) {
    const auto* flow = roster_.state().find(gap.flow);
    auto* order = flow == nullptr || roster_.state().find(gap.sender) == nullptr ? nullptr : order_of(*flow);
    if (order == nullptr || !clock_.offset()) return;
    outbox_.trace([&] { return trace_of(gap, *flow); });
    order->handle_gap(gap, now);
    deliver_ready(flow->conversation, *order, now);
}

void Traffic::handle_dropped(base::ByteView frame, link::Link& link, base::LocalTime now) {
    const auto fragment = link::decode_fragment(frame);
    const auto* flow = roster_.state().find(fragment.flow);
    auto* order = flow == nullptr ? nullptr : order_of(*flow);
    // What nobody waits for any longer, or would hear of too late, only takes room.
    const bool over = order == nullptr || clock_.at(now) - fragment.sent_at > order->interval().most;
    if (over || !says_gaps(link)) return;
    if (auto gap = contexts_.gap_of(fragment)) std::ignore = send_control(link, std::move(*gap));
}

void Traffic::report_conversations(link::Link& link) {
    for (auto& [id, order] : orders_) {
        if (const auto delay = order.take_delay()) std::ignore = send_control(link, wire::DelayReport{id, *delay});
        const auto& delivery = order.delivery();
        const auto advice = delay_advice_.find(id);
        outbox_.event(ConversationFigures{id, order.delta(), order.interval().least, order.interval().most,
                                          advice == delay_advice_.end() ? base::Duration{} : advice->second,
                                          order.figures.in_order, order.figures.forced, order.figures.late,
                                          order.figures.discarded, delivery.counters().overrun, delivery.held_most(),
                                          delivery.bounds().messages});
    }
}

base::TraceEvent Traffic::trace_of(const wire::Gap& gap, const log::FlowDeclaration& flow) const {
    base::TraceEvent event;
    event.kind = base::TraceEvent::Kind::gap;
    event.conversation = flow.conversation;
    event.flow = gap.flow;
    event.sender = gap.sender;
    conversation::Context context;
    if (!conversation::decode(gap.context, context)) return event;
    event.sequence = base::SequenceNumber{context.ordinal.value()};
    event.to = base::SequenceNumber{context.ordinal.value() + gap.count - 1U};
    return event;
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
