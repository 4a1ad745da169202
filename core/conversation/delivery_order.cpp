// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delivery_order.h"

#include "core/base/check.h"

#include <algorithm>
#include <limits>

namespace plenum::conversation {
namespace {

constexpr base::Ordinal ordinal_max{std::numeric_limits<base::Ordinal::rep>::max()};

/// Whether numbers after it exist.
bool is_sound(const Span& span) { return span.first.value() > 0 && span.first <= span.last && span.last < ordinal_max; }

base::Ordinal before(base::Ordinal ordinal) { return base::Ordinal{ordinal.value() - 1}; }

void note_missing(std::vector<Span>& missing, const Stream* stream, base::Ordinal last) {
    if (stream == nullptr || !stream->begun || stream->settled(last)) return;
    // Where two name each other, one goes while the other is here.
    const auto first = std::min(std::max(stream->next, stream->forgone.next()), last);
    missing.push_back({stream->sender, first, last});
}

} // namespace

bool DeliveryOrder::pass(const Span& span, std::span<const Dependency> dependencies) {
    if (!ready_.empty() || !is_sound(span)) return false;
    auto* own = streams_.find(span.sender);
    if (own == nullptr || span.first < own->next) return false;
    const bool follows = span.first.value() == 1 || (own->begun && own->settled(before(span.first)));
    if (!follows) return false;
    for (const auto& dependency : dependencies) {
        if (dependency.sender == self_ || dependency.sender == span.sender) continue;
        const auto* other = streams_.find(dependency.sender);
        if (other == nullptr || !other->settled(dependency.ordinal)) return false;
    }
    own->begun = true;
    own->newest = std::max(own->newest, span.last);
    ++counters_.in_order;
    settle(*own, span.last.next());
    look_at_woken();
    return true;
}

std::expected<Slot, DeliveryOrder::Refusal> DeliveryOrder::add(const Arrival& arrival, base::ConferenceTime now) {
    if (!is_sound(arrival.span)) return std::unexpected{Refusal::malformed};
    auto* stream = streams_.find_or_add(arrival.span.sender);
    if (stream == nullptr) return std::unexpected{Refusal::full};
    const auto slot = buffer_.take(*stream, arrival.span, arrival.dependencies);
    auto& message = buffer_[slot];
    message.complete = arrival.complete;
    message.latest = now + bounds_.hold;
    message.deadline = std::min(arrival.deadline, message.latest);
    message.named = std::min(arrival.named.value_or(arrival.deadline), message.latest);
    message.bytes = arrival.bytes;
    if (arrival.span.first.value() == 1) stream->begun = true;
    const bool too_early_to_tell = !stream->begun && arrival.deadline <= now && stream->held.empty();
    if (arrival.span.first < stream->next) {
        release(slot, stream->begun ? Order::behind : Order::in_order);
    } else if (too_early_to_tell) {
        release(slot, Order::in_order);
    } else {
        look(slot);
        if (message.state == State::waiting) buffer_.keep(slot);
    }
    look_at_woken();
    while (buffer_.size() > bounds_.messages || buffer_.bytes() > bounds_.bytes) {
        const auto size_before = buffer_.size();
        force(*buffer_.first());
        counters_.overrun += size_before - buffer_.size();
    }
    return slot;
}

void DeliveryOrder::expect(base::MemberIndex sender, bool from_first) {
    streams_.note_member(sender);
    const bool is_new = streams_.find(sender) == nullptr;
    auto* stream = streams_.find_or_add(sender);
    if (stream != nullptr && is_new) stream->begun = from_first;
}

void DeliveryOrder::settle_to(base::MemberIndex sender, base::Ordinal last) {
    auto* stream = streams_.find_or_add(sender);
    if (stream == nullptr || last < stream->next) return;
    settle(*stream, last.next());
    look_at_woken();
}

void DeliveryOrder::add_gap(Span span, std::span<const Dependency> dependencies, base::ConferenceTime now) {
    if (!is_sound(span) || buffer_.gaps() == gaps_max) return;
    auto* stream = streams_.find_or_add(span.sender);
    if (stream == nullptr || span.last < stream->next) return;
    const auto slot = buffer_.take(*stream, span, dependencies);
    auto& gap = buffer_[slot];
    gap.gap = true;
    gap.complete = true;
    gap.deadline = now + bounds_.hold;
    gap.bytes = 0;
    buffer_.keep(slot);
    look(slot);
    look_at_woken();
}

/// What its causes were is waited for no longer than any message.
void DeliveryOrder::expire_gaps(base::ConferenceTime now) {
    for (auto slot = buffer_.first_gap(); slot && buffer_[*slot].deadline <= now; slot = buffer_.first_gap()) {
        const auto& gap = buffer_[*slot];
        auto& stream = *gap.own;
        stream.forgone = std::max(stream.forgone, gap.span.last);
        buffer_.end_gap(*slot);
        wake(stream);
        look_at_woken();
    }
}

/// A gap also waits for what came all the same.
bool DeliveryOrder::waits_for_own(const Message& message) const {
    if (!message.own->begun && message.span.first != message.own->next) return true;
    if (!message.own->settled(before(message.span.first))) return true;
    return message.gap && buffer_.first_below(message.own, message.span.last.next()).has_value();
}

/// The first that it names and that is not settled.
std::pair<Stream*, base::Ordinal> DeliveryOrder::waits_for_other(const Message& message) {
    for (const auto& dependency : message.dependencies) {
        if (dependency.sender == self_ || dependency.sender == message.span.sender) continue;
        auto* stream = streams_.find_or_foresee(dependency.sender);
        if (stream != nullptr && !stream->settled(dependency.ordinal)) return {stream, dependency.ordinal};
    }
    return {nullptr, {}};
}

/// Lets it go, or waits for the first thing that is in its way.
void DeliveryOrder::look(Slot slot) {
    auto& message = buffer_[slot];
    if (message.state != State::waiting) return;
    message.waits_for = nullptr;
    if (waits_for_own(message)) {
        message.waits_for = message.own;
        return;
    }
    if (const auto [stream, ordinal] = waits_for_other(message); stream != nullptr) {
        message.waits_for = stream;
        stream->waiters.emplace_back(ordinal, slot);
        return;
    }
    if (message.complete) release(slot, Order::in_order);
}

void DeliveryOrder::settle(Stream& stream, base::Ordinal next) {
    stream.next = std::max(stream.next, next);
    for (std::size_t i = stream.gaps.size(); i > 0; --i) {
        const auto gap = stream.gaps[i - 1];
        if (buffer_[gap].span.last < stream.next) buffer_.end_gap(gap);
    }
    wake(stream);
}

/// Those who wait for what is settled now are looked at again, and those who wait for what their sender sent before.
void DeliveryOrder::wake(Stream& stream) {
    const auto wake_waiter = [&](Slot slot) {
        buffer_[slot].waits_for = nullptr;
        woken_.push_back(slot);
    };
    std::erase_if(stream.waiters, [&](const auto& waiter) {
        const bool over = stream.settled(waiter.first);
        if (over) wake_waiter(waiter.second);
        return over;
    });
    const auto wake_own = [&](Slot slot) {
        if (buffer_[slot].waits_for == &stream) wake_waiter(slot);
    };
    if (!stream.held.empty()) wake_own(stream.held.front().second);
    for (const auto gap : stream.gaps)
        wake_own(gap);
}

void DeliveryOrder::look_at_woken() {
    // More may be woken meanwhile.
    std::size_t looked_at = 0;
    while (looked_at < woken_.size())
        look(woken_[looked_at++]);
    woken_.clear();
}

void DeliveryOrder::release(Slot slot, Order order) {
    auto& message = buffer_[slot];
    auto& own = *message.own;
    const auto next = message.span.last.next();
    if (message.gap) {
        buffer_.end_gap(slot);
    } else {
        buffer_.drop(slot);
        message.order = order;
        message.state = State::going;
        ready_.push_back(slot);
    }
    settle(own, next);
}

std::optional<DeliveryOrder::Release> DeliveryOrder::poll(base::ConferenceTime now) {
    if (polled_) {
        buffer_.free(*polled_);
        polled_.reset();
    }
    streams_.erase_departed();
    if (ready_.empty()) expire_gaps(now);
    for (auto due = buffer_.first(); ready_.empty() && due && buffer_[*due].deadline <= now; due = buffer_.first())
        reach_deadline(*due);
    if (ready_.empty()) return std::nullopt;
    const auto slot = ready_.front();
    ready_.pop_front();
    polled_ = slot;
    const auto& message = buffer_[slot];
    switch (message.order) {
    case Order::in_order: ++counters_.in_order; break;
    case Order::forced: ++counters_.forced; break;
    case Order::behind: ++counters_.behind; break;
    }
    return Release{slot, message.span, message.order, message.missing};
}

void DeliveryOrder::move_deadline(Slot slot, base::ConferenceTime deadline, base::ConferenceTime named) {
    const auto latest = buffer_[slot].latest;
    buffer_.set_deadline(slot, {std::min(deadline, latest), std::min(named, latest)});
}

std::optional<base::ConferenceTime> DeliveryOrder::next_wakeup() const {
    if (!ready_.empty()) return base::ConferenceTime::min();
    std::optional<base::ConferenceTime> at;
    if (const auto due = buffer_.first()) at = buffer_[*due].deadline;
    if (const auto gap = buffer_.first_gap())
        at = std::min(at.value_or(base::ConferenceTime::max()), buffer_[*gap].deadline);
    return at;
}

/// Hands it over, unless causes of it are here that are due later: then it waits for these.
void DeliveryOrder::reach_deadline(Slot slot) {
    const auto& message = buffer_[slot];
    const auto later = causes_due(message);
    if (later && message.deadline < message.latest)
        return buffer_.set_deadline(slot, {std::min(*later, message.latest), message.named});
    force(slot);
}

/// When the last of those of the buffer that it names goes, if they are not due with it.
std::optional<base::ConferenceTime> DeliveryOrder::causes_due(const Message& message) {
    std::optional<base::ConferenceTime> last;
    for (const auto& dependency : message.dependencies) {
        const auto* stream = dependency.sender == message.span.sender ? nullptr : streams_.find(dependency.sender);
        if (stream == nullptr) continue;
        for (const auto& [ordinal, slot] : stream->held) {
            if (ordinal > dependency.ordinal) break;
            const auto& cause = buffer_[slot];
            if (!cause.is_due({message.deadline, message.named})) last = std::max(last, std::optional{cause.deadline});
        }
    }
    return last;
}

/// Hands it over, and before it those of the buffer that it depends on and that are due, whatever they wait for.
void DeliveryOrder::force(Slot slot) {
    const Due by{buffer_[slot].deadline, buffer_[slot].named};
    std::vector<Slot> path{slot};
    buffer_[slot].state = State::leaving;
    while (!path.empty()) {
        auto& message = buffer_[path.back()];
        if (const auto first = held_before(message, by)) {
            buffer_[*first].state = State::leaving;
            path.push_back(*first);
            continue;
        }
        const auto last = path.back();
        path.pop_back();
        buffer_.detach(last);
        give_up_missing(message);
        release(last, message.missing.empty() && message.complete ? Order::in_order : Order::forced);
        look_at_woken();
    }
}

std::optional<Slot> DeliveryOrder::held_before(const Message& message, const Due& by) {
    if (const auto own = buffer_.first_below(message.own, message.span.first)) return own;
    for (const auto& dependency : message.dependencies) {
        if (dependency.sender == message.span.sender) continue;
        const auto other = buffer_.first_below(streams_.find(dependency.sender), dependency.ordinal.next(), &by);
        if (other) return other;
    }
    return std::nullopt;
}

/// Of its own sender, nobody waits any more for what is not here.
void DeliveryOrder::give_up_missing(Message& message) {
    auto& own = *message.own;
    const auto last = before(message.span.first);
    note_missing(message.missing, &own, last);
    own.begun = true;
    if (!own.settled(last)) {
        own.forgone = std::max(own.forgone, last);
        wake(own);
    }
    for (const auto& dependency : message.dependencies) {
        if (dependency.sender != self_ && dependency.sender != message.span.sender)
            note_missing(message.missing, streams_.find(dependency.sender), dependency.ordinal);
    }
}

void DeliveryOrder::forget(base::MemberIndex sender) {
    auto* stream = streams_.find(sender);
    if (stream == nullptr) return;
    while (!stream->gaps.empty())
        buffer_.end_gap(stream->gaps.back());
    stream->forgone = ordinal_max;
    wake(*stream);
    look_at_woken();
    streams_.forget(sender);
}

} // namespace plenum::conversation
