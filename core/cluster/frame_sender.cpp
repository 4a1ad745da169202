// SPDX-License-Identifier: Apache-2.0
#include "core/cluster/frame_sender.h"

#include <algorithm>
#include <utility>

namespace plenum::cluster {
namespace {

/// A caller that is late makes up for so much. More would be a burst, less would lose rate to each late timer.
constexpr base::Duration lateness_max = std::chrono::milliseconds{5};
/// Header and tag of the datagram that carries a message, which the rate counts too.
constexpr std::size_t overhead_bytes = base::limits::datagram_overhead;

} // namespace

void FrameSender::set_path(const Path& path) {
    path_.rate = std::clamp(path.rate, base::ByteRate{1}, base::ByteRate{limits::rate_max});
    path_.rtt = std::clamp<base::Duration>(path.rtt, base::Duration::zero(), std::chrono::seconds{10});
}

std::size_t FrameSender::buffer_size() const {
    // At most 2^30 bytes a second times 1.5 × 10^7 µs.
    const auto rtt_us = static_cast<std::uint64_t>(base::to_us(path_.rtt));
    return path_.rate.value() * (rtt_us * 3 / 2) / 1'000'000;
}

bool FrameSender::push(EnsembleId ensemble, base::Bytes frame) {
    return is_ready() && buffer_.push(ensemble, std::move(frame));
}

std::optional<base::Bytes> FrameSender::poll_datagram(base::LocalTime now) {
    losses_.detect_losses(now, outcome_);
    settle();
    if (now < due_at() || !has_something() || losses_.is_full()) return std::nullopt;
    const auto number = take_next();
    const auto piece = buffer_.piece(number);
    const FrameMessage message =
        FramePiece{losses_.next(), number, piece.left, {piece.bytes.begin(), piece.bytes.end()}};
    losses_.add(number, now);
    auto bytes = encode(message);
    last_due_at_ = std::max(due_at(), now - lateness_max);
    last_bytes_ = bytes.size() + overhead_bytes;
    ++stats_.datagrams;
    return bytes;
}

/// A missing piece holds up everything behind it, so it goes first.
std::uint64_t FrameSender::take_next() {
    if (lost_.empty()) return buffer_.take_new();
    ++stats_.sent_again;
    return lost_.extract(lost_.begin()).value();
}

base::LocalTime FrameSender::due_at() const {
    return last_due_at_ + base::Duration{static_cast<std::int64_t>(last_bytes_ * 1'000'000'000 / path_.rate.value())};
}

bool FrameSender::handle_ack(const FrameAck& ack, base::LocalTime now) {
    if (ack.next > buffer_.next() || !losses_.handle_ack(ack, now, outcome_)) return false;
    buffer_.acknowledge_below(ack.next);
    settle();
    return true;
}

void FrameSender::settle() {
    for (const auto piece : outcome_.acknowledged)
        buffer_.acknowledge(piece);
    for (const auto piece : outcome_.lost)
        lost_.insert(piece);
    outcome_.acknowledged.clear();
    outcome_.lost.clear();
    std::erase_if(lost_, [&](std::uint64_t piece) { return buffer_.is_acknowledged(piece); });
}

base::LocalTime FrameSender::next_wakeup() const {
    const auto sends_at = has_something() && !losses_.is_full() ? due_at() : base::local_time_max;
    return std::min(sends_at, losses_.next_wakeup());
}

FrameSender::Stats FrameSender::stats() const {
    auto stats = stats_;
    stats.spurious = losses_.spurious();
    return stats;
}

} // namespace plenum::cluster
