// SPDX-License-Identifier: Apache-2.0
#include "core/conversation/delivery_buffer.h"

namespace plenum::conversation {

Slot DeliveryBuffer::take(Stream& own, const Span& span, std::span<const Dependency> dependencies) {
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

void DeliveryBuffer::keep(Slot slot) {
    auto& message = messages_[slot];
    message.kept = true;
    if (message.gap) {
        gaps_.push_back(slot);
        return message.own->gaps.push_back(slot);
    }
    deadlines_.insert(turn_of(slot));
    size_most_ = std::max(size_most_, deadlines_.size());
    bytes_most_ = std::max(bytes_most_, bytes_ += message.bytes);
    auto& held = message.own->held;
    const std::pair item{message.span.first, slot};
    held.insert(std::ranges::upper_bound(held, item), item);
}

void DeliveryBuffer::drop(Slot slot) {
    auto& message = messages_[slot];
    if (!std::exchange(message.kept, false)) return;
    if (message.gap) {
        std::erase(gaps_, slot);
        std::erase(message.own->gaps, slot);
        return;
    }
    deadlines_.erase(turn_of(slot));
    bytes_ -= message.bytes;
    auto& held = message.own->held;
    held.erase(std::ranges::find(held, slot, &std::pair<base::Ordinal, Slot>::second));
}

void DeliveryBuffer::detach(Slot slot) {
    auto& message = messages_[slot];
    if (message.waits_for != nullptr && message.waits_for != message.own)
        std::erase_if(message.waits_for->waiters, [&](const auto& waiter) { return waiter.second == slot; });
    message.waits_for = nullptr;
}

void DeliveryBuffer::set_deadline(Slot slot, const Due& due) {
    if (deadlines_.erase(turn_of(slot)) == 0) return;
    messages_[slot].deadline = due.deadline;
    messages_[slot].named = due.named;
    deadlines_.insert(turn_of(slot));
}

std::optional<Slot> DeliveryBuffer::first_below(const Stream* stream, base::Ordinal bound, const Due* by) const {
    if (stream == nullptr) return std::nullopt;
    for (const auto& [ordinal, slot] : stream->held) {
        if (ordinal >= bound) break;
        const auto& message = messages_[slot];
        if (message.state == State::waiting && (by == nullptr || message.is_due(*by))) return slot;
    }
    return std::nullopt;
}

std::vector<Slot> DeliveryBuffer::waiting() const {
    std::vector<Slot> slots;
    slots.reserve(deadlines_.size());
    for (const auto& turn : deadlines_)
        slots.push_back(std::get<Slot>(turn));
    return slots;
}

} // namespace plenum::conversation
