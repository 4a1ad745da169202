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
    auto* stream = expected(arrival.span.sender);
    if (stream == nullptr) return std::unexpected{Refusal::full};
    const auto slot = take_slot(*stream, arrival.span, arrival.dependencies);
    auto& message = messages_[slot];
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
        if (message.state == State::waiting) keep(slot);
    }
    look_at_woken();
    shed();
    return slot;
}

void DeliveryOrder::expect(base::MemberIndex sender, bool from_first) {
    newest_member_ = std::max(newest_member_, sender);
    const bool is_new = streams_.find(sender) == nullptr;
    auto* stream = expected(sender);
    if (stream != nullptr && is_new) stream->begun = from_first;
}

void DeliveryOrder::settle_to(base::MemberIndex sender, base::Ordinal last) {
    auto* stream = expected(sender);
    if (stream == nullptr || last < stream->next) return;
    settle(*stream, last.next());
    look_at_woken();
}

/// Null where there are too many.
Stream* DeliveryOrder::expected(base::MemberIndex sender) {
    if (auto* stream = streams_.find(sender)) return stream;
    return streams_.size() < senders_max ? &streams_.add(sender) : nullptr;
}

void DeliveryOrder::add_gap(Span span, std::span<const Dependency> dependencies, base::ConferenceTime now) {
    if (!is_sound(span) || gaps_.size() == gaps_max) return;
    auto* stream = expected(span.sender);
    if (stream == nullptr || span.last < stream->next) return;
    const auto slot = take_slot(*stream, span, dependencies);
    auto& gap = messages_[slot];
    gap.gap = true;
    gap.complete = true;
    gap.deadline = now + bounds_.hold;
    gap.bytes = 0;
    keep_gap(slot);
    look(slot);
    look_at_woken();
}

Slot DeliveryOrder::take_slot(Stream& own, Span span, std::span<const Dependency> dependencies) {
    if (unused_.empty()) {
        unused_.push_back(static_cast<Slot>(messages_.size()));
        messages_.emplace_back();
    }
    const auto slot = unused_.back();
    unused_.pop_back();
    auto& message = messages_[slot];
    message.state = State::waiting;
    message.gap = false;
    message.kept = false;
    message.span = span;
    message.dependencies.assign(dependencies.begin(), dependencies.end());
    message.missing.clear();
    message.own = &own;
    message.waits_for = nullptr;
    own.newest = std::max(own.newest, span.last);
    return slot;
}

/// Into the buffer.
void DeliveryOrder::keep(Slot slot) {
    auto& message = messages_[slot];
    message.kept = true;
    deadlines_.insert(turn_of(slot));
    held_most_ = std::max(held_most_, ++held_);
    bytes_most_ = std::max(bytes_most_, bytes_ += message.bytes);
    auto& held = message.own->held;
    const std::pair item{message.span.first, slot};
    held.insert(std::ranges::upper_bound(held, item), item);
}

void DeliveryOrder::keep_gap(Slot slot) {
    auto& gap = messages_[slot];
    gap.kept = true;
    gaps_.push_back(slot);
    gap.own->gaps.push_back(slot);
}

/// Out of the buffer.
void DeliveryOrder::drop(Slot slot) {
    auto& message = messages_[slot];
    if (!std::exchange(message.kept, false)) return;
    if (message.gap) {
        std::erase(gaps_, slot);
        std::erase(message.own->gaps, slot);
        return;
    }
    deadlines_.erase(turn_of(slot));
    --held_;
    bytes_ -= message.bytes;
    auto& held = message.own->held;
    held.erase(std::ranges::find(held, slot, &std::pair<base::Ordinal, Slot>::second));
}

/// Nothing is left of it.
void DeliveryOrder::end_gap(Slot slot) {
    detach(slot);
    drop(slot);
    messages_[slot].state = State::unused;
    unused_.push_back(slot);
}

/// What its causes were is waited for no longer than any message.
void DeliveryOrder::expire_gaps(base::ConferenceTime now) {
    while (!gaps_.empty() && messages_[gaps_.front()].deadline <= now) {
        const auto& gap = messages_[gaps_.front()];
        auto& stream = *gap.own;
        stream.forgone = std::max(stream.forgone, gap.span.last);
        end_gap(gaps_.front());
        wake(stream);
        look_at_woken();
    }
}

/// A gap also waits for what came all the same.
bool DeliveryOrder::waits_for_own(const Message& message) const {
    if (!message.own->begun && message.span.first != message.own->next) return true;
    if (!message.own->settled(before(message.span.first))) return true;
    return message.gap && held_below(message.own, message.span.last.next(), nullptr).has_value();
}

/// Null for who left, and for who cannot be there.
Stream* DeliveryOrder::stream_of(base::MemberIndex sender) {
    if (auto* stream = streams_.find(sender)) return stream;
    const bool to_come = sender > newest_member_ && sender.value() - newest_member_.value() <= newcomers_max;
    return to_come ? expected(sender) : nullptr;
}

/// The first that it names and that is not settled.
std::pair<Stream*, base::Ordinal> DeliveryOrder::waits_for_other(const Message& message) {
    for (const auto& dependency : message.dependencies) {
        if (dependency.sender == self_ || dependency.sender == message.span.sender) continue;
        auto* stream = stream_of(dependency.sender);
        if (stream != nullptr && !stream->settled(dependency.ordinal)) return {stream, dependency.ordinal};
    }
    return {nullptr, {}};
}

/// Lets it go, or waits for the first thing that is in its way.
void DeliveryOrder::look(Slot slot) {
    auto& message = messages_[slot];
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
        if (messages_[gap].span.last < stream.next) end_gap(gap);
    }
    wake(stream);
}

/// Those who wait for what is settled now are looked at again.
void DeliveryOrder::wake(Stream& stream) {
    std::erase_if(stream.waiters, [&](const auto& waiter) {
        const bool over = stream.settled(waiter.first);
        if (over) {
            messages_[waiter.second].waits_for = nullptr;
            woken_.push_back(waiter.second);
        }
        return over;
    });
    if (!stream.held.empty()) wake_own(stream, stream.held.front().second);
    for (const auto gap : stream.gaps)
        wake_own(stream, gap);
}

/// If it waits for what its sender sent before.
void DeliveryOrder::wake_own(Stream& stream, Slot slot) {
    auto& message = messages_[slot];
    if (message.waits_for != &stream) return;
    message.waits_for = nullptr;
    woken_.push_back(slot);
}

void DeliveryOrder::look_at_woken() {
    // More may be woken meanwhile.
    std::size_t looked_at = 0;
    while (looked_at < woken_.size())
        look(woken_[looked_at++]);
    woken_.clear();
}

void DeliveryOrder::release(Slot slot, Order order) {
    auto& message = messages_[slot];
    auto& own = *message.own;
    const auto next = message.span.last.next();
    if (message.gap) {
        end_gap(slot);
    } else {
        drop(slot);
        message.order = order;
        message.state = State::going;
        ready_.push_back(slot);
    }
    settle(own, next);
}

std::optional<DeliveryOrder::Release> DeliveryOrder::poll(base::ConferenceTime now) {
    if (polled_) {
        messages_[*polled_].state = State::unused;
        unused_.push_back(*polled_);
        polled_.reset();
    }
    if (!departed_.empty()) erase_departed();
    if (ready_.empty()) expire_gaps(now);
    while (ready_.empty() && !deadlines_.empty() && messages_[due_first()].deadline <= now)
        reach_deadline(due_first());
    if (ready_.empty()) return std::nullopt;
    const auto slot = ready_.front();
    ready_.pop_front();
    polled_ = slot;
    const auto& message = messages_[slot];
    switch (message.order) {
    case Order::in_order: ++counters_.in_order; break;
    case Order::forced: ++counters_.forced; break;
    case Order::behind: ++counters_.behind; break;
    }
    return Release{slot, message.span, message.order, message.missing};
}

std::vector<Slot> DeliveryOrder::waiting() const {
    std::vector<Slot> slots;
    slots.reserve(deadlines_.size());
    for (const auto& turn : deadlines_)
        slots.push_back(std::get<Slot>(turn));
    return slots;
}

void DeliveryOrder::move_deadline(Slot slot, base::ConferenceTime deadline, base::ConferenceTime named) {
    const auto latest = messages_[slot].latest;
    set_deadline(slot, std::min(deadline, latest), std::min(named, latest));
}

void DeliveryOrder::set_deadline(Slot slot, base::ConferenceTime deadline, base::ConferenceTime named) {
    if (deadlines_.erase(turn_of(slot)) == 0) return;
    messages_[slot].deadline = deadline;
    messages_[slot].named = named;
    deadlines_.insert(turn_of(slot));
}

std::optional<base::ConferenceTime> DeliveryOrder::next_wakeup() const {
    if (!ready_.empty()) return base::ConferenceTime::min();
    std::optional<base::ConferenceTime> at;
    if (!deadlines_.empty()) at = messages_[due_first()].deadline;
    if (!gaps_.empty()) at = std::min(at.value_or(base::ConferenceTime::max()), messages_[gaps_.front()].deadline);
    return at;
}

/// Hands it over, unless causes of it are here that are due later: then it waits for these.
void DeliveryOrder::reach_deadline(Slot slot) {
    const auto& message = messages_[slot];
    const auto later = causes_due(message);
    if (later && message.deadline < message.latest)
        return set_deadline(slot, std::min(*later, message.latest), message.named);
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
            const auto& cause = messages_[slot];
            if (!is_due(cause, {message.deadline, message.named})) last = std::max(last, std::optional{cause.deadline});
        }
    }
    return last;
}

bool DeliveryOrder::is_due(const Message& message, const Due& by) {
    return message.deadline <= by.deadline || message.named <= by.named;
}

/// Hands it over, and before it those of the buffer that it depends on and that are due, whatever they wait for.
void DeliveryOrder::force(Slot slot) {
    const Due by{messages_[slot].deadline, messages_[slot].named};
    std::vector<Slot> path{slot};
    messages_[slot].state = State::leaving;
    while (!path.empty()) {
        auto& message = messages_[path.back()];
        if (const auto first = held_before(message, by)) {
            messages_[*first].state = State::leaving;
            path.push_back(*first);
            continue;
        }
        const auto last = path.back();
        path.pop_back();
        detach(last);
        give_up_missing(message);
        release(last, message.missing.empty() && message.complete ? Order::in_order : Order::forced);
        look_at_woken();
    }
}

/// The first message that waits in the buffer with a number below the bound; `by`: and that is due.
std::optional<Slot> DeliveryOrder::held_below(const Stream* stream, base::Ordinal bound, const Due* by) const {
    if (stream == nullptr) return std::nullopt;
    for (const auto& [ordinal, slot] : stream->held) {
        if (ordinal >= bound) break;
        const auto& message = messages_[slot];
        if (message.state == State::waiting && (by == nullptr || is_due(message, *by))) return slot;
    }
    return std::nullopt;
}

std::optional<Slot> DeliveryOrder::held_before(const Message& message, const Due& by) {
    if (const auto own = held_below(message.own, message.span.first, nullptr)) return own;
    for (const auto& dependency : message.dependencies) {
        if (dependency.sender == message.span.sender) continue;
        const auto other = held_below(streams_.find(dependency.sender), dependency.ordinal.next(), &by);
        if (other) return other;
    }
    return std::nullopt;
}

/// Of its own sender, nobody waits any more for what is not here.
void DeliveryOrder::give_up_missing(Message& message) {
    auto& own = *message.own;
    const auto last = before(message.span.first);
    note_missing(message, &own, last);
    own.begun = true;
    if (!own.settled(last)) {
        own.forgone = std::max(own.forgone, last);
        wake(own);
    }
    for (const auto& dependency : message.dependencies) {
        if (dependency.sender != self_ && dependency.sender != message.span.sender)
            note_missing(message, streams_.find(dependency.sender), dependency.ordinal);
    }
}

void DeliveryOrder::note_missing(Message& message, const Stream* stream, base::Ordinal last) {
    if (stream == nullptr || !stream->begun || stream->settled(last)) return;
    // Where two name each other, one goes while the other is here.
    const auto first = std::min(std::max(stream->next, stream->forgone.next()), last);
    message.missing.push_back({stream->sender, first, last});
}

/// It waits for nobody.
void DeliveryOrder::detach(Slot slot) {
    auto& message = messages_[slot];
    if (message.waits_for != nullptr && message.waits_for != message.own)
        std::erase_if(message.waits_for->waiters, [&](const auto& waiter) { return waiter.second == slot; });
    message.waits_for = nullptr;
}

void DeliveryOrder::shed() {
    while (held_ > bounds_.messages || bytes_ > bounds_.bytes) {
        const auto held_before_it = held_;
        force(due_first());
        counters_.overrun += held_before_it - held_;
    }
}

void DeliveryOrder::forget(base::MemberIndex sender) {
    auto* stream = streams_.find(sender);
    if (stream == nullptr) return;
    while (!stream->gaps.empty())
        end_gap(stream->gaps.back());
    stream->forgone = ordinal_max;
    wake(*stream);
    look_at_woken();
    departed_.push_back(sender);
    erase_departed();
}

/// Once nothing of theirs waits.
void DeliveryOrder::erase_departed() {
    std::erase_if(departed_, [&](base::MemberIndex sender) {
        const auto* stream = streams_.find(sender);
        const bool over = stream == nullptr || stream->held.empty();
        if (over) streams_.erase(sender); // nobody waits for it: all of it is settled
        return over;
    });
}

} // namespace plenum::conversation
