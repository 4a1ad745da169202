// SPDX-License-Identifier: Apache-2.0
#include "core/flow/reassembly.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::flow {
namespace {

namespace limits = base::limits;

bool same_message(const wire::FragmentFrame& a, const wire::FragmentFrame& b) {
    return a.flow == b.flow && a.sequence == b.sequence;
}

/// All pieces but the last are full; the last has at least a byte.
bool shape_is_sound(const wire::FragmentFrame& fragment) {
    if (fragment.count == 0 || fragment.count > limits::fragments_per_message_max) return false;
    if (fragment.index >= fragment.count || fragment.data.empty()) return false;
    return fragment.index + 1 == fragment.count || fragment.data.size() == limits::fragment_bytes_max;
}

bool agrees(const wire::FragmentFrame& a, const wire::FragmentFrame& b) {
    return a.count == b.count && a.sent_at == b.sent_at && a.flags == b.flags && a.sender == b.sender;
}

static_assert(limits::reassembly_messages_max < 255, "one class may hold them all, and one more");

} // namespace

Reassembler::Partial* Reassembler::find(const wire::FragmentFrame& fragment) {
    const auto found =
        std::ranges::find_if(partials_, [&](const Partial& partial) { return same_message(partial.head, fragment); });
    return found == partials_.end() ? nullptr : &*found;
}

/// Messages that follow each other on a flow are in different classes.
std::uint8_t& Reassembler::finished_like(const MessageId& message) {
    const auto [flow, sequence] = message;
    return finished_in_class_[(sequence.value() + 64U * flow.value()) % finished_in_class_.size()];
}

bool Reassembler::is_finished(const wire::FragmentFrame& fragment) {
    const MessageId message{fragment.flow, fragment.sequence};
    if (finished_like(message) == 0) return false;
    for (std::size_t i = 0; i < finished_.size(); ++i) {
        if (finished_[i] == message) return true;
    }
    return false;
}

void Reassembler::forget(std::size_t index) {
    bytes_ -= partials_[index].bytes;
    partials_.erase(partials_.begin() + static_cast<std::ptrdiff_t>(index));
}

void Reassembler::make_room(std::size_t bytes) {
    while (!partials_.empty() && bytes_ + bytes > limits::reassembly_bytes_max) {
        forget(0);
        ++dropped_;
    }
}

void Reassembler::expire(base::LocalTime now) {
    while (!partials_.empty() && now - partials_.front().first_at > limits::reassembly_age_max) {
        forget(0);
        ++dropped_;
    }
}

base::Bytes Reassembler::join(const Partial& partial) {
    base::Bytes message;
    message.reserve(partial.bytes);
    for (const auto& [index, piece] : partial.pieces)
        base::append(message, piece);
    return message;
}

void Reassembler::note_finished(const wire::FragmentFrame& head) {
    const MessageId message{head.flow, head.sequence};
    ++finished_like(message);
    finished_.push_back(message);
    if (finished_.size() > limits::reassembly_messages_max) --finished_like(finished_.pop_front());
}

std::expected<bool, Reassembler::Refusal> Reassembler::add(wire::FragmentFrame& fragment, base::LocalTime now) {
    if (!shape_is_sound(fragment)) return std::unexpected{Refusal::inconsistent};
    if (is_finished(fragment)) return std::unexpected{Refusal::finished};
    expire(now);
    auto* partial = find(fragment);
    if (partial == nullptr && fragment.count == 1) {
        note_finished(fragment);
        return true;
    }
    if (partial != nullptr) {
        if (!agrees(partial->head, fragment)) return std::unexpected{Refusal::inconsistent};
        if (partial->pieces.contains(fragment.index)) return std::unexpected{Refusal::duplicate};
    }
    const auto size = fragment.data.size();
    const auto index = fragment.index;
    auto data = std::move(fragment.data);
    make_room(size);
    partial = find(fragment); // making room may have taken it
    if (partial == nullptr) {
        if (partials_.size() >= limits::reassembly_messages_max) {
            forget(0);
            ++dropped_;
        }
        partials_.push_back({std::move(fragment), now, {}, 0});
        partial = &partials_.back();
    }
    partial->pieces.emplace(index, std::move(data));
    partial->bytes += size;
    bytes_ += size;
    if (partial->pieces.size() < partial->head.count) return false;
    fragment.data = join(*partial);
    note_finished(fragment);
    forget(static_cast<std::size_t>(std::ranges::find_if(partials_, [&](const Partial& p) { return &p == partial; }) -
                                    partials_.begin()));
    return true;
}

} // namespace plenum::flow
