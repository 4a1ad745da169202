// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "tests/sim/bottleneck/meter.h"
#include "tests/sim/bottleneck/tcp_flow.h"
#include "tests/sim/path.h"

#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace plenum::sim {

/// Senders that share one path to their receivers. The way back is each one's own, with the same delay.
class BottleneckWorld {
  public:
    struct LinkFlow {
        std::unique_ptr<link::Link> sender;
        std::unique_ptr<link::Link> receiver;
        /// Called whenever something moved: the application, which may send.
        std::function<void(LinkFlow&)> feed;
        std::function<void(const link::LinkEvent&)> received;
        Meter sent;    ///< datagrams
        Meter arrived; ///< datagrams
        [[nodiscard]] base::LocalTime sender_now(VirtualTime now) const;
        [[nodiscard]] base::LocalTime receiver_now(VirtualTime now) const;
    };
    struct OtherFlow {
        TcpFlow tcp;
        Meter arrived; ///< packets
    };

    /// `way_back`: losses and the like of the way back; its delay and bandwidth are its own.
    BottleneckWorld(const PathConditions& path, const PathConditions& way_back, std::uint64_t seed);

    LinkFlow& add_link(const link::RateOptions& rate);
    OtherFlow& add_other();
    void at(VirtualTime time, std::function<void()> action) { actions_.emplace(time, std::move(action)); }
    void every(base::Duration interval, VirtualTime from, VirtualTime until, const std::function<void()>& action);
    void run_until(VirtualTime time);

    PathConditions& path() { return path_conditions_; }
    PathConditions& way_back() { return back_conditions_; }
    [[nodiscard]] VirtualTime now() const { return now_; }
    [[nodiscard]] const DelayMeter& queue() const { return queue_; }

  private:
    struct Datagram {
        std::size_t link;
        bool forward;
        base::Bytes bytes;
    };
    struct Packet {
        std::size_t other;
        std::uint64_t number;
        bool forward;
    };
    using Traveller = std::variant<Datagram, Packet>;

    void travel(Traveller traveller, std::size_t bytes, bool forward);
    void arrive(Traveller traveller);
    void pump();
    void pump_link(std::size_t index);
    [[nodiscard]] VirtualTime next_at() const;

    PathConditions path_conditions_;
    PathConditions back_conditions_;
    base::Random random_;
    Path path_;
    std::vector<Path> ways_back_;
    std::vector<std::unique_ptr<LinkFlow>> links_;
    std::vector<std::unique_ptr<OtherFlow>> others_;
    std::multimap<VirtualTime, std::function<void()>> actions_;
    std::multimap<VirtualTime, Traveller> under_way_;
    DelayMeter queue_;
    VirtualTime now_{};
};

/// Keeps something to send before a link, in fragments of class bulk that never expire.
[[nodiscard]] std::function<void(BottleneckWorld::LinkFlow&)> greedy(const BottleneckWorld& world);

} // namespace plenum::sim
