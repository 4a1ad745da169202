// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/time.h"
#include "core/link/link_stats.h"
#include "core/link/loss_meter.h"
#include "core/link/pacer.h"
#include "core/link/path_mtu.h"
#include "core/link/rate/controller.h"
#include "core/link/rtt.h"
#include "core/link/sent_packets.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace plenum::link {

/// How fast, and how long, datagrams may be on the path to the peer: the rate controller with the pacer that keeps to
/// its rate, and the path's MTU. A datagram's length is bounded by both.
class PathCapacity {
  public:
    PathCapacity(const RateOptions& rate, PathMtu::Options mtu, base::LocalTime now)
        : own_{rate},
          rate_{rate.make(rate, now)},
          pacer_{now},
          mtu_{mtu, now} {}

    /// Null: again one of its own.
    void share_rate(std::unique_ptr<RateController> rate, base::LocalTime now) {
        rate_ = rate ? std::move(rate) : own_.make(own_, now);
    }
    void handle_sent(std::size_t bytes, bool eliciting, base::LocalTime now) {
        pacer_.handle_sent(bytes, rate_->rate(), now);
        rate_->handle_sent({now, bytes, eliciting});
    }
    void handle_acknowledged(const SentPacket& packet, base::LocalTime now) {
        if (packet.is_mtu_probe()) return mtu_.handle_probe_acknowledged(packet.bytes, now);
        mtu_.handle_acknowledged(packet.bytes);
        losses_.handle_acknowledged(now);
        rate_->handle_acknowledged({now, packet.sent_at, packet.bytes, packet.state == SentPacket::State::lost});
    }
    void handle_lost(const SentPacket& packet, base::LocalTime now);
    /// After all that an acknowledgement told: its highest packet was new and was sent at `sent_at`.
    void handle_feedback(base::LocalTime sent_at, std::uint32_t arrived_us, const RttEstimator& rtt,
                         base::LocalTime now) {
        rate_->handle_feedback(
            {now, sent_at, rtt.latest(), rtt.smoothed(), arrived_us, std::exchange(held_back_, false)});
    }
    /// The peer is in another network.
    void handle_path_changed(base::LocalTime now);
    void expire(base::LocalTime now) { rate_->expire(now); }

    /// When the pacer lets something of that class go.
    [[nodiscard]] base::LocalTime ready_at(base::PriorityClass priority) const {
        return pacer_.ready_at(rate_->rate(), priority, rate_->clear());
    }
    /// Whether what waits may go now. If not, the rate is what limits the link.
    [[nodiscard]] bool admits(base::PriorityClass priority, base::LocalTime now) {
        const bool admitted = ready_at(priority) <= now;
        if (!admitted) held_back_ = true;
        return admitted;
    }
    /// Of datagrams that carry payload.
    [[nodiscard]] std::size_t datagram_bytes() const;
    /// Length of the MTU probe to send now, if one is due and short enough for the rate.
    [[nodiscard]] std::optional<std::size_t> next_mtu_probe(base::LocalTime now);
    [[nodiscard]] base::LocalTime mtu_probe_at() const { return mtu_.next_at(); }

    [[nodiscard]] std::uint32_t loss_permille() const { return losses_.permille(); }
    void report(LinkStats& stats) const;

  private:
    [[nodiscard]] std::size_t bearable_bytes() const;

    RateOptions own_;
    std::unique_ptr<RateController> rate_;
    Pacer pacer_;
    PathMtu mtu_;
    LossMeter losses_;
    /// Something waited for the pacer since the last feedback.
    bool held_back_{false};
    std::uint64_t mtu_probes_{0};
    std::uint64_t black_holes_{0};
};

} // namespace plenum::link
