// SPDX-License-Identifier: Apache-2.0
#include "core/link/path_capacity.h"

#include <algorithm>

namespace plenum::link {

namespace {

/// Longest time for a datagram of more than the usual length: that of a usual one at 100 Mbit/s. More lets a video
/// beside bulk jitter, less leaves jumbo frames unused.
constexpr base::Duration datagram_time_max = std::chrono::microseconds{120};

} // namespace

void PathCapacity::handle_lost(const SentPacket& packet, base::LocalTime now) {
    if (packet.is_mtu_probe()) return mtu_.handle_probe_lost(packet.bytes, now);
    if (mtu_.handle_lost(packet.bytes, now)) ++black_holes_;
    losses_.handle_lost(now);
    rate_->handle_lost({now, packet.sent_at, packet.bytes});
}

void PathCapacity::handle_path_changed(base::LocalTime now) {
    rate_->handle_path_changed(now);
    mtu_.reset(now);
}

std::size_t PathCapacity::datagram_bytes() const {
    return mtu_.size() <= mtu_.usual() ? mtu_.size() : std::min(mtu_.size(), bearable_bytes());
}

/// What is urgent waits until the datagram before it has left, so a long one is for fast paths alone.
std::size_t PathCapacity::bearable_bytes() const {
    const auto bytes = rate_->rate().value() * static_cast<std::uint64_t>(datagram_time_max.count()) / 1'000'000'000U;
    return std::max(mtu_.usual(), static_cast<std::size_t>(bytes));
}

std::optional<std::size_t> PathCapacity::next_mtu_probe(base::LocalTime now) {
    const auto bytes = mtu_.next_probe(now);
    if (!bytes) return std::nullopt;
    if (*bytes > bearable_bytes()) {
        mtu_.postpone(now);
        return std::nullopt;
    }
    mtu_.handle_probe_sent();
    ++mtu_probes_;
    return bytes;
}

void PathCapacity::report(LinkStats& stats) const {
    stats.loss_permille = losses_.permille();
    stats.pace_rate = rate_->rate();
    stats.rate = rate_->stats();
    stats.datagram_bytes = mtu_.size();
    stats.mtu_probes_sent = mtu_probes_;
    stats.mtu_black_holes = black_holes_;
}

} // namespace plenum::link
