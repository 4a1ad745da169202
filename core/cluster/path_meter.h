// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"
#include "core/cluster/bandwidth_filter.h"
#include "core/cluster/limits.h"
#include "core/cluster/traffic_meter.h"
#include "core/link/loss_meter.h"
#include "core/link/rate/controller.h"
#include "core/link/rate/tfrc_rate.h"
#include "core/link/rtt.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

namespace plenum::cluster {

/// Round-trip time, loss and available bandwidth of the path between two clusters, measured over all datagrams of one
/// application, whichever link carries them (CP §2.2.3).
///
/// A rate controller of links gives the bandwidth. Any controller serves, in one of two ways:
///
/// - As `one_flow`, it is told of a virtual flow that the filter samples. TFRC (RFC 5348) then gives the rate of one
///   TCP-compatible flow, and the application gets as much as so many TCP flows. Packets are drawn when they arrive or
///   are lost, so that nothing is kept for packets under way.
/// - As `all_flows`, it is told of all packets, and flows share its rate. A controller by delay then keeps the queue as
///   short as for one link. Sampled, it would grow by a packet for each flow, and the queue would grow with their
///   number.
class PathMeter {
  public:
    enum class Controls : std::uint8_t {
        one_flow = 1,
        all_flows = 2,
    };
    struct Options {
        /// The initial rate is that of one flow, with which all flows begin at once, or that of all flows. Shares are
        /// counted against TCP's, whose segments have 1460 bytes.
        link::RateOptions rate{.make = link::make_tfrc_rate,
                               .initial = base::ByteRate{64'000},
                               .least = base::ByteRate{4'000},
                               .segment = 1460};
        Controls controls{Controls::one_flow};
        /// For drawing packets.
        std::uint64_t seed{1};
    };

    PathMeter(const Options& options, base::LocalTime now);

    /// How many flows share the path; at least one is assumed.
    void set_flows(std::size_t active) { flows_ = std::max<std::size_t>(active, 1); }
    void handle_sent(const link::RateController::Sent& packet);
    void handle_acknowledged(const link::RateController::Acknowledged& packet);
    void handle_lost(const link::RateController::Lost& packet);
    /// Arrival stamps of all links must be aligned (arrival_alignment.h).
    void handle_feedback(const link::RateController::Feedback& feedback);
    void expire(base::LocalTime now) { controller_->expire(now); }
    /// Nothing that was learnt holds.
    void handle_path_changed(base::LocalTime now);

    [[nodiscard]] bool has_rtt() const { return rtt_.has_sample(); }
    [[nodiscard]] base::Duration rtt() const { return rtt_.smoothed(); }
    /// Share of lost datagrams over the last seconds; 0 where too few were sent.
    [[nodiscard]] std::uint32_t loss_per_million() const { return loss_.per_million(); }
    /// Of one flow.
    [[nodiscard]] base::ByteRate bandwidth() const {
        const auto rate = controller_->rate();
        return controls_ == Controls::one_flow ? rate : base::ByteRate{rate.value() / flows_};
    }
    /// Of all active flows.
    [[nodiscard]] base::ByteRate aggregate() const {
        const auto rate = controller_->rate();
        return controls_ == Controls::all_flows ? rate : base::ByteRate{rate.value() * flows_};
    }
    [[nodiscard]] bool clear() const { return controller_->clear(); }
    [[nodiscard]] link::RateStats stats() const { return controller_->stats(); }

    /// Links that report here.
    void add_link() { ++links_; }
    void remove_link() { --links_; }
    [[nodiscard]] std::size_t links() const { return links_; }

  private:
    struct SampledLoss {
        base::LocalTime sent_at;
        std::size_t bytes;
        friend bool operator==(const SampledLoss&, const SampledLoss&) = default;
    };
    void handle_found(const link::RateController::Acknowledged& packet);

    std::unique_ptr<link::RateController> controller_;
    Controls controls_;
    BandwidthFilter filter_;
    /// Sent by all flows.
    TrafficMeter sent_;
    link::RttEstimator rtt_;
    link::LossMeter loss_;
    /// Losses of the virtual flow, oldest first.
    std::deque<SampledLoss> sampled_losses_;
    std::size_t flows_{1};
    std::size_t links_{0};
};

} // namespace plenum::cluster
