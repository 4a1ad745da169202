// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/clocks.h"

#include <vector>

namespace plenum::sim {

/// The true clocks of a run, by node. The conference's clock is that of its home relay, node 0.
class ClocksInRun {
  public:
    explicit ClocksInRun(std::vector<NodeClock> clocks) : clocks_{std::move(clocks)} {}

    [[nodiscard]] const NodeClock& of(NodeIndex node) const { return clocks_[node.value()]; }
    [[nodiscard]] base::LocalTime local(NodeIndex node, VirtualTime at) const { return of(node).local(at); }
    [[nodiscard]] base::ConferenceTime conference(VirtualTime at) const {
        return base::ConferenceTime{clocks_.front().local(at).time_since_epoch()};
    }

  private:
    std::vector<NodeClock> clocks_;
};

} // namespace plenum::sim
