// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/standard_flows.h"

#include <algorithm>

namespace plenum::bench {

/// The standard flows, declared so fast and large that no contract drops what a measurement sends at once.
[[nodiscard]] inline std::vector<log::FlowDeclaration> unbounded_flows() {
    auto flows = node::standard_flows();
    for (auto& flow : flows)
        if (flow.loss_delay) {
            flow.rate_hz = 1'000'000;
            flow.message_bytes_max = std::max(flow.message_bytes_max, 4096U);
        }
    return flows;
}

} // namespace plenum::bench
