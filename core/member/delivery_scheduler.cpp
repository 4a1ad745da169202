// SPDX-License-Identifier: Apache-2.0
#include "core/member/delivery_scheduler.h"

#include "core/flow/bundle.h"
#include "core/peer/message_parts.h"

namespace plenum::node {
namespace {

void count(conversation::CausalOrder::Figures& figures, Delivery delivery, std::uint64_t messages) {
    switch (delivery) {
    case Delivery::in_order: figures.in_order += messages; return;
    case Delivery::forced: figures.forced += messages; return;
    case Delivery::late:
    case Delivery::overtaken: figures.late += messages; return;
    }
}

} // namespace

bool DeliveryScheduler::read_clock(const link::Link* link, base::LocalTime now) {
    if (link == nullptr) return false;
    // Of many messages in one turn it is the same.
    if (clock_.is_of(now)) return true;
    const auto clock = link->clock(now);
    if (!clock) return false;
    if (clock_.take(*clock, link->clock_doubt(*clock), now)) orders_.follow_clock(clock_);
    return true;
}

bool DeliveryScheduler::permits(const wire::MessageHeader& header) {
    const bool free = header.token_epoch.value() == 0 && !roster_.state().archive.tenures.demands(header.flow);
    if (free) return true;
    const auto judgement = roster_.state().archive.tenures.judge(said_in(header), roster_.state().size);
    if (judgement.heard()) return true;
    counters_.refused += header.count;
    tracer_.trace(base::TraceEvent::Kind::reject, header, token::name_of(judgement.hearing));
    return false;
}

void DeliveryScheduler::pass_over(const wire::MessageHeader& header, base::LocalTime now) {
    const auto* flow = header.context.empty() ? nullptr : roster_.state().find(header.flow);
    auto* order = flow == nullptr || !flow->is_ordered() ? nullptr : orders_.find(flow->conversation);
    if (order == nullptr || !clock_.offset()) return;
    order->handle_gap({header.flow, header.sender, header.count, header.context}, now);
    deliver_ready(flow->conversation, *order, now);
}

void DeliveryScheduler::handle(const wire::Gap& gap, base::LocalTime now) {
    const auto* flow = roster_.state().find(gap.flow);
    auto* order = flow == nullptr || roster_.state().find(gap.sender) == nullptr ? nullptr : orders_.of(*flow);
    if (order == nullptr || !clock_.offset()) return;
    tracer_.trace(gap, flow->conversation);
    order->handle_gap(gap, now);
    deliver_ready(flow->conversation, *order, now);
}

bool DeliveryScheduler::follow_log() {
    const auto closed = orders_.follow_log();
    for (const auto conversation : closed)
        teller_.forget(conversation);
    return !closed.empty();
}

bool DeliveryScheduler::hears(base::ConversationId conversation) const {
    const auto& state = roster_.state();
    const auto* self = state.find(roster_.self());
    return self != nullptr && state.conversations.contains(conversation) &&
           (conversation <= log::plenary || conversation == self->group);
}

void DeliveryScheduler::handle_entry(std::vector<TokenChanged> changes, const std::optional<wire::Causes>& causes,
                                     base::LocalTime now) {
    const auto size = roster_.state().size;
    const auto author = changes.empty() || !changes.front().cause ? base::MemberIndex{} : changes.front().cause->author;
    const bool waits_for_words = causes && author.value() != 0 && clock_.offset() && hears(causes->conversation);
    if (waits_for_words) std::ignore = orders_.of(causes->conversation, base::LogPosition{size.value() - 1});
    EntryTeller::Conversations waits;
    for (auto& [id, order] : orders_.all()) {
        if (!clock_.offset()) {
            order.handle_log(size, {});
            continue;
        }
        const auto* words = waits_for_words && id == causes->conversation ? &*causes : nullptr;
        if (!order.take_entry(size, author, words, *clock_.offset(), now, clock_.doubt())) waits.push_back(id);
    }
    teller_.add(size, std::move(changes), std::move(waits), waits_for_words ? &*causes : nullptr);
    deliver_due(now);
}

void DeliveryScheduler::tell(std::vector<TokenChanged> changes) {
    if (!changes.empty()) teller_.add(roster_.state().size, std::move(changes), {}, nullptr);
}

void DeliveryScheduler::take(Held held, base::LocalTime now) {
    if (!permits(held.header)) return pass_over(held.header, now);
    const auto* flow = roster_.state().find(held.header.flow);
    if (flow == nullptr) return; // closed meanwhile
    auto* order = orders_.of(*flow);
    // Messages from before this member's time would be waited for until the clock is known.
    if (order == nullptr || (held.before && !clock_.offset())) {
        if (order != nullptr) order->handle_heard(held.header, {});
        return deliver_all(held.header, {.received_at = held.received_at}, std::move(held.plaintext));
    }
    using Taken = conversation::CausalOrder::Taken;
    const auto taken = clock_.offset() ? order->take(std::move(held), *clock_.offset(), now, clock_.doubt())
                                       : order->take_without_clock(std::move(held), now);
    switch (taken) {
    case Taken::refused:
        ++counters_.refused;
        return tracer_.trace(base::TraceEvent::Kind::reject, held.header, "context");
    case Taken::goes:
    case Taken::goes_late:
        deliver_ordered(held, {conversation::Order::in_order, taken == Taken::goes_late, 0}, now);
        break;
    case Taken::waits: break;
    }
    deliver_ready(flow->conversation, *order, now);
}

void DeliveryScheduler::deliver_due(base::LocalTime now) {
    for (auto& [id, order] : orders_.all())
        deliver_ready(id, order, now);
}

void DeliveryScheduler::deliver_ready(base::ConversationId conversation, conversation::CausalOrder& order,
                                      base::LocalTime now) {
    const auto at = order.next_wakeup();
    if (!at || *at > now) return;
    while (auto release = order.poll(clock_.at(now), now)) {
        if (release->entries)
            teller_.release(*release->entries, conversation);
        else
            deliver_ordered(release->held, release->outcome, now);
    }
}

DeliveryScheduler::Arrival DeliveryScheduler::arrival_of(const Held& held, const Outcome& outcome, bool live) {
    using Kind = base::TraceEvent::Kind;
    Arrival arrival{held.received_at};
    if (outcome.order == conversation::Order::behind)
        arrival = {held.received_at, live ? Kind::force : Kind::late, Delivery::overtaken};
    else if (outcome.order == conversation::Order::forced)
        arrival = {held.received_at, Kind::force, Delivery::forced, outcome.missing};
    else if (outcome.past_deadline && live)
        arrival.kind = Kind::force;
    else if (outcome.past_deadline)
        arrival = {held.received_at, Kind::late, Delivery::late};
    if (held.before) arrival.delivery = Delivery::in_order;
    return arrival;
}

void DeliveryScheduler::deliver_ordered(Held& held, const Outcome& outcome, base::LocalTime now) {
    auto& header = held.header;
    const auto* flow = roster_.state().find(header.flow);
    if (flow == nullptr) return; // closed meanwhile
    const bool worthless = flow->loss_delay && clock_.may_be_over(header.sent_at, *flow->loss_delay, now);
    auto* counted = orders_.of(*flow);
    if (worthless) {
        counters_.discarded += header.count;
        if (counted != nullptr) counted->figures.discarded += header.count;
        return tracer_.trace(base::TraceEvent::Kind::discard, header, "past loss delay");
    }
    // A grant that is over by now lets nothing be heard any more, whenever it came.
    const bool judged_before = !flow->loss_delay || held.log_size == roster_.state().size;
    if (!judged_before && !permits(header)) return;
    const auto arrival = arrival_of(held, outcome, flow->loss_delay.has_value());
    if (counted != nullptr) count(counted->figures, arrival.delivery, header.count);
    deliver_all(header, arrival, std::move(held.plaintext));
}

void DeliveryScheduler::deliver_all(const wire::MessageHeader& header, const Arrival& arrival, base::Bytes plaintext) {
    roster_.people().introduce(header.sender);
    if (header.count == 1) return deliver(header, header.sequence, arrival, std::move(plaintext));
    // It was found sound when it was opened.
    if (!flow::split_bundle(plaintext, header.count, plaintext.size(), bodies_)) return;
    auto sequence = header.sequence;
    for (const auto body : bodies_) {
        deliver(header, sequence, arrival, {body.begin(), body.end()});
        sequence = sequence.next();
    }
}

void DeliveryScheduler::deliver(const wire::MessageHeader& header, base::SequenceNumber sequence,
                                const Arrival& arrival, base::Bytes body) {
    ++counters_.received;
    tracer_.trace(arrival.kind, header, sequence);
    const bool live = header.lifetime > base::Duration{};
    if (live)
        received_.push({header.flow, header.sender}, {sequence, header.sent_at, header.flags.alone(), 1, body},
                       arrival.received_at);
    if (!subscriptions_.wants(header, sequence)) return;
    outbox_.event(MessageReceived{header.flow, header.sender, sequence, header.sent_at, arrival.received_at,
                                  header.flags.alone(), std::move(body), arrival.delivery, arrival.missing});
}

} // namespace plenum::node
