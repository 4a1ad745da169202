// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/frame_receiver.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace plenum::cluster {
namespace {

/// As links do: each second datagram, or after so long.
constexpr int datagrams_per_ack = 2;
constexpr base::Duration ack_delay_max = std::chrono::milliseconds{10};

} // namespace

bool FrameReceiver::handle_piece(FramePiece piece, base::LocalTime now) {
    if (contradicted_) return false;
    // Not acknowledged, so it comes again.
    if (piece.number >= next_ + limits::pieces_ahead_max) return true;
    const bool in_order = piece.number == next_ && ahead_.empty();
    note_transmission(piece.transmission, in_order, now);
    const bool known = piece.number < next_ || ahead_.contains(piece.number);
    if (known)
        ++duplicates_;
    else
        ahead_.emplace(piece.number, std::move(piece));
    assemble();
    return !contradicted_;
}

/// Out of order, the sender should know at once.
void FrameReceiver::note_transmission(std::uint64_t transmission, bool in_order, base::LocalTime now) {
    if (received_.insert(transmission) == base::IntervalSet::Insert::full) {
        received_.remove_lowest();
        (void)received_.insert(transmission);
    }
    if (transmission >= highest_) {
        highest_ = transmission;
        highest_at_ = now;
    }
    const bool at_once = ++unacknowledged_ >= datagrams_per_ack || !in_order;
    ack_due_at_ = std::min(ack_due_at_, at_once ? now : now + ack_delay_max);
}

void FrameReceiver::assemble() {
    while (!contradicted_ && ready_.size() < limits::frames_ready_max && !ahead_.empty()) {
        const auto first = ahead_.begin();
        if (first->first != next_) return;
        contradicted_ = !append(first->second);
        ahead_.erase(first);
        ++next_;
    }
}

/// False if the piece does not continue the frame.
bool FrameReceiver::append(const FramePiece& piece) {
    if (left_ && piece.left != *left_) return false;
    if (frame_.size() + piece.bytes.size() > limits::frame_bytes_max) return false;
    base::append(frame_, piece.bytes);
    if (piece.left > 0) {
        left_ = piece.left - 1;
        return true;
    }
    left_.reset();
    ready_.push_back(std::exchange(frame_, {}));
    return true;
}

std::optional<base::Bytes> FrameReceiver::poll_frame() {
    if (ready_.empty()) return std::nullopt;
    auto frame = std::move(ready_.front());
    ready_.pop_front();
    assemble();
    return frame;
}

std::optional<FrameAck> FrameReceiver::poll_ack(base::LocalTime now) {
    if (now < ack_due_at_) return std::nullopt;
    ack_due_at_ = base::local_time_max;
    unacknowledged_ = 0;
    FrameAck ack{next_, std::max(now - highest_at_, base::Duration::zero()), {}};
    for (const auto& range :
         std::views::reverse(received_.intervals()) | std::views::take(limits::acknowledged_ranges_max))
        ack.received.push_back({range.first, range.last});
    return ack;
}

} // namespace plenum::cluster
