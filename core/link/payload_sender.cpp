// SPDX-License-Identifier: Apache-2.0
#include "core/link/payload_sender.h"

#include "core/base/limits.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

namespace plenum::link {

namespace {

/// How much later than its fragment's the deadline of a copy is, which puts it behind the whole frame.
constexpr base::Duration copy_distance = std::chrono::milliseconds{1};
/// Below it a piece of a stream is not worth its header.
constexpr std::size_t stream_piece_min = 32;

/// Datagrams that these lead take nothing less urgent with them, so that they stay short.
constexpr bool is_urgent(base::PriorityClass priority) { return priority <= base::PriorityClass::live; }

} // namespace

PayloadSender::PayloadSender()
    : queue_{{base::limits::send_queue_packets_max,
              base::limits::send_queue_packets_max * base::limits::packet_bytes_max}} {
    queue_.hand_dropped_to(&dropped_);
}

bool PayloadSender::push_message(base::PriorityClass stream, base::ByteView message) {
    if (!streams_[stream].push(message)) return false;
    note_stream(stream);
    return true;
}

void PayloadSender::push_shim(const std::shared_ptr<const base::Bytes>& frame, wire::Shim shim) {
    const bool fits =
        shim.size() <= wire::shim_bytes_max && frame->size() + shim.size() <= base::limits::packet_bytes_max;
    if (!fits) return;
    if (shims_.size() >= base::limits::send_queue_packets_max) shims_.pop_front();
    shims_.push_back({frame, std::move(shim)});
}

bool PayloadSender::take_shim(PacketDraft& draft, const base::Bytes* frame, std::size_t bytes) {
    const auto found =
        std::ranges::find_if(shims_, [frame](const WaitingShim& each) { return each.frame.get() == frame; });
    if (found == shims_.end()) return true;
    // A datagram has one.
    if (!draft.shim.empty() || bytes + found->shim.size() > draft.room()) return false;
    draft.shim = std::move(found->shim);
    // Those before it are of fragments that were dropped: what has a shim is of one class, and goes in order.
    shims_.erase(shims_.begin(), std::next(found));
    return true;
}

sched::PushResult PayloadSender::push_fragment(SentFragment&& fragment, bool twice, base::LocalTime now) {
    const sched::Rank rank{fragment.priority, fragment.deadline, fragment.frame->size(),
                           fragment.flags.is_discardable()};
    if (!twice) return queue_.push({std::move(fragment), false}, rank, now);
    const auto result = queue_.push({fragment, false}, rank, now);
    // Behind all of the frame, and the first to go where room is short.
    const sched::Rank behind{rank.priority, rank.deadline + copy_distance, rank.bytes, true};
    fragment.copy = true;
    std::ignore = queue_.push({std::move(fragment), true}, behind, now);
    return result;
}

void PayloadSender::write(PacketDraft& draft, base::LocalTime now) {
    for (auto left = classes_waiting(); left != 0; left &= left - 1) {
        const auto priority = sched::most_urgent_of(left);
        if (draft.leading && is_urgent(*draft.leading) && !is_urgent(priority)) return;
        if (!write_stream(draft, priority) || !write_fragments(draft, priority, now)) return;
    }
}

/// False when the datagram is full.
bool PayloadSender::write_stream(PacketDraft& draft, base::PriorityClass priority) {
    auto& stream = streams_[priority];
    while (stream.ready()) {
        // Type, stream, offset and length at their longest.
        constexpr std::size_t header = 1 + 1 + 8 + 2;
        if (draft.room() < header + stream_piece_min) return false;
        const auto piece = stream.take(draft.room() - header);
        note_stream(priority);
        if (!piece) return true;
        auto& frame = std::get<wire::StreamFrame>(stream_frame_);
        frame.stream = priority;
        frame.offset = piece->offset;
        frame.data.assign(piece->bytes.begin(), piece->bytes.end());
        draft.put(stream_frame_);
        if (piece->again) stream_bytes_resent_ += piece->bytes.size();
        draft.items.push_back(SentStreamRange{priority, piece->offset, piece->bytes.size()});
        draft.eliciting = true;
        if (!draft.leading) draft.leading = priority;
    }
    return true;
}

/// False when the datagram is full: what is less urgent does not overtake what did not fit.
bool PayloadSender::write_fragments(PacketDraft& draft, base::PriorityClass priority, base::LocalTime now) {
    while (const auto* next = queue_.front_of(priority, now)) {
        if (next->rank.bytes > draft.room()) return false;
        // What may be lost together is no help to each other.
        if (next->item.fragment.copy && draft.carries(next->item.fragment)) return false;
        if (!shims_.empty() && !take_shim(draft, next->item.fragment.frame.get(), next->rank.bytes)) return false;
        auto entry = queue_.take_front_of(priority);
        base::append(draft.datagram, *entry.item.fragment.frame);
        ++(entry.item.again ? fragments_resent_ : fragments_sent_);
        draft.items.emplace_back(std::move(entry.item.fragment));
        draft.eliciting = true;
        if (!draft.leading) draft.leading = priority;
    }
    return true;
}

void PayloadSender::handle_acknowledged(const SentStreamRange& range) {
    streams_[range.stream].handle_acknowledged(range.offset, range.length);
    note_stream(range.stream);
}

void PayloadSender::handle_lost(SentPacket& packet, base::Duration rtt, LinkEventQueue& events, base::LocalTime now) {
    for (auto& item : packet.items) {
        if (const auto* range = std::get_if<SentStreamRange>(&item)) {
            streams_[range->stream].handle_lost(range->offset, range->length);
            note_stream(range->stream);
        } else if (auto* fragment = std::get_if<SentFragment>(&item)) {
            if (!fragment->copy) handle_lost(std::move(*fragment), rtt, events, now);
        }
    }
}

void PayloadSender::handle_lost(SentFragment&& fragment, base::Duration rtt, LinkEventQueue& events,
                                base::LocalTime now) {
    // Below half a round trip it would come too late and only take the place of what comes in time.
    if (!fragment.repaired || fragment.deadline - now <= rtt / 2) {
        ++fragments_given_up_;
        if (fragment.flags.is_key_frame()) events.push(FragmentGivenUp{fragment.priority, fragment.tag});
        if (fragment.awaited) events.push(FragmentDropped{std::move(fragment.frame)});
        return;
    }
    const sched::Rank rank{fragment.priority, fragment.deadline, fragment.frame->size(),
                           fragment.flags.is_discardable()};
    std::ignore = queue_.push({std::move(fragment), true}, rank, now);
}

void PayloadSender::resend_streams(const SentPacket& packet) {
    for (const auto& item : packet.items) {
        const auto* range = std::get_if<SentStreamRange>(&item);
        if (range == nullptr) continue;
        streams_[range->stream].handle_lost(range->offset, range->length);
        note_stream(range->stream);
    }
}

void PayloadSender::report(LinkStats& stats) const {
    stats.stream_bytes_resent = stream_bytes_resent_;
    stats.fragments_sent = fragments_sent_;
    stats.fragments_resent = fragments_resent_;
    stats.fragments_given_up = fragments_given_up_;
    stats.drops = queue_.drops();
}

void PayloadSender::report(LinkLoad& load) const {
    load.queued_fragments = queue_.size();
    load.queued_bytes = queue_.bytes();
    for (const auto& stream : streams_)
        load.stream_bytes += stream.buffered();
}

} // namespace plenum::link
