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

} // namespace

Reassembler::Partial* Reassembler::find(const wire::FragmentFrame& fragment) {
    const auto found =
        std::ranges::find_if(partials_, [&](const Partial& partial) { return same_message(partial.head, fragment); });
    return found == partials_.end() ? nullptr : &*found;
}

bool Reassembler::is_finished(const wire::FragmentFrame& fragment) const {
    return std::ranges::find(finished_, std::pair{fragment.flow, fragment.sequence}) != finished_.end();
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

Reassembler::Whole Reassembler::join(Partial& partial) {
    Whole whole;
    whole.message.reserve(partial.bytes);
    for (const auto& [index, piece] : partial.pieces)
        base::append(whole.message, piece);
    whole.head = std::move(partial.head);
    note_finished(whole.head);
    return whole;
}

void Reassembler::note_finished(const wire::FragmentFrame& head) {
    finished_.emplace_back(head.flow, head.sequence);
    if (finished_.size() > limits::reassembly_messages_max) finished_.pop_front();
}

std::expected<std::optional<Reassembler::Whole>, Reassembler::Refusal> Reassembler::add(wire::FragmentFrame fragment,
                                                                                        base::LocalTime now) {
    if (!shape_is_sound(fragment)) return std::unexpected{Refusal::inconsistent};
    if (is_finished(fragment)) return std::unexpected{Refusal::finished};
    expire(now);
    auto* partial = find(fragment);
    if (partial == nullptr && fragment.count == 1) {
        auto message = std::move(fragment.data);
        note_finished(fragment);
        return Whole{std::move(fragment), std::move(message)};
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
    if (partial->pieces.size() < partial->head.count) return std::nullopt;
    auto whole = join(*partial);
    forget(static_cast<std::size_t>(std::ranges::find_if(partials_, [&](const Partial& p) { return &p == partial; }) -
                                    partials_.begin()));
    return whole;
}

} // namespace plenum::flow
