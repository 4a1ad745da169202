// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate/throughput_equation.h"

#include <cmath>

namespace plenum::link {

double tcp_throughput(double packet_bytes, double rtt, double loss_event_rate) {
    const auto p = loss_event_rate;
    const auto recovering = rtt * std::sqrt(2 * p / 3);
    const auto timing_out = 4 * rtt * (3 * std::sqrt(3 * p / 8) * p * (1 + 32 * p * p));
    return packet_bytes / (recovering + timing_out);
}

double loss_event_rate_for(double packet_bytes, double rtt, double throughput) {
    double low = 1e-8;
    double high = 1;
    // The throughput falls as the rate rises; 60 halvings are as exact as the numbers.
    for (int i = 0; i < 60; ++i) {
        const auto middle = (low + high) / 2;
        if (tcp_throughput(packet_bytes, rtt, middle) > throughput)
            low = middle;
        else
            high = middle;
    }
    return high;
}

} // namespace plenum::link
