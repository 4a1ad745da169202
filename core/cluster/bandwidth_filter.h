// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "core/base/units.h"

#include <algorithm>
#include <cstdint>

namespace plenum::cluster {

/// Samples the packets of an application down to the share of one flow (bandwidth-filtered loss detection; Ott, Sparks
/// and Mayer-Patel, INFOCOM 2004).
///
/// The problem: TCP's equation takes the loss events that one flow sees. Ten flows together see one of their losses in
/// nearly each round trip and many packets between two, so an equation of their sum gives a rate far from ten times
/// that of one flow. The intuition: of each packet, arrived or lost, it is drawn whether it belongs to a virtual flow,
/// with the probability (rate of one flow) / (rate of all). The virtual flow sees the losses that each flow sees. The
/// alternative, to divide the loss rate by the number of flows, is wrong where losses come in bursts.
class BandwidthFilter {
  public:
    explicit BandwidthFilter(std::uint64_t seed) : random_{seed} {}

    /// All packets are taken while all flows together send less than one may.
    void set_rates(base::ByteRate one_flow, base::ByteRate all_flows) {
        const auto all = std::max<std::uint64_t>(all_flows.value(), 1);
        const auto one = std::min(one_flow.value(), all);
        // Neither rate reaches 2^44 bytes a second.
        fraction_ = one * whole / all;
    }
    /// Whether this packet belongs to the virtual flow.
    [[nodiscard]] bool takes() { return fraction_ >= whole || random_.below(whole) < fraction_; }

  private:
    static constexpr std::uint64_t whole = 1 << 20;

    base::Random random_;
    std::uint64_t fraction_{whole};
};

} // namespace plenum::cluster
