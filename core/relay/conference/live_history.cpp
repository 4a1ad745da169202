// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/live_history.h"

#include "core/flow/stream_id.h"
#include "core/peer/message_parts.h"

namespace plenum::node {
namespace {

/// Of all senders; above it, no message in several fragments is begun.
constexpr std::size_t reassembly_bytes_max = base::limits::pull_histories_bytes_max;

/// Nullopt where the message is not what its fragments said.
std::optional<tag::Sample> sample_of(wire::FragmentFrame whole) {
    const auto parts = parse_message(whole.data);
    if (!parts) return std::nullopt;
    const auto& header = parts->header;
    const bool same = header.flow == whole.flow && header.sender == whole.sender && header.sequence == whole.sequence &&
                      header.sent_at == whole.sent_at && header.flags == whole.flags;
    if (!same) return std::nullopt;
    return tag::Sample{header.sequence, header.sent_at, header.flags.alone(), header.count, std::move(whole.data)};
}

} // namespace

bool LiveHistory::reassemble(wire::FragmentFrame& fragment, base::LocalTime now) {
    if (reassembly_bytes_ > reassembly_bytes_max) {
        reassembly_bytes_ = 0;
        for (auto& [member, reassembler] : reassemblers_) {
            reassembler.expire(now);
            reassembly_bytes_ += reassembler.bytes();
        }
        return false;
    }
    auto& reassembler = reassemblers_[fragment.sender];
    reassembly_bytes_ -= reassembler.bytes();
    const auto whole = reassembler.add(fragment, now);
    reassembly_bytes_ += reassembler.bytes();
    return whole && *whole;
}

void LiveHistory::handle_left(base::MemberIndex member) {
    const auto found = reassemblers_.find(member);
    if (found == reassemblers_.end()) return;
    reassembly_bytes_ -= found->second.bytes();
    reassemblers_.erase(found);
}

bool LiveHistory::keep(const wire::FragmentFrame& fragment, base::FlowKind kind, base::LocalTime now) {
    if (fragment.flow == log::pulse_flow_id || !flow::is_sound(fragment.sequence)) return false;
    auto copy = fragment;
    if (fragment.count > 1 && !reassemble(copy, now)) return false;
    auto sample = sample_of(std::move(copy));
    if (!sample) return false;
    const tag::SampleHistories::Source source{fragment.flow, fragment.sender};
    samples_.push(source, std::move(*sample), now);
    // A shared screen that stands still sends next to nothing, and its key frames are large.
    return kind == base::FlowKind::video &&
           key_frames_.note(source, fragment.flags.size(), fragment.flags.is_key_frame(), now);
}

void LiveHistory::forget_closed(const log::State& state) {
    samples_.forget_if([&](const auto& source) { return state.find_open(source.first) == nullptr; });
}

void LiveHistory::forget_groups(const log::State& state) {
    samples_.forget_if([&](const auto& source) {
        const auto* flow = state.find(source.first);
        return flow == nullptr || flow->conversation > log::plenary;
    });
}

} // namespace plenum::node
