// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/runtime/net/udp_socket.h"
#include "tests/bench/report.h"

#include <map>
#include <optional>
#include <vector>

/// A video with 10 frames a second and greedy streams on one link (µChoices §1), over real sockets in real time, or
/// without either.
namespace plenum::bench {

struct VideoBesideBulk {
    enum class Order : std::uint8_t {
        first_come = 1, ///< plain first come, first served
        ours = 2,       ///< classes and deadlines
    };
    enum class World : std::uint8_t {
        real = 1,
        still = 2, ///< virtual time, no sockets: the same figures in each run
    };
    Order order{Order::ours};
    std::size_t greedy_streams{0};
    World world{World::real};

    /// Milliseconds between the times at which successive frames are handed to the application; empty if one is lost.
    [[nodiscard]] Samples run() const;
};

[[nodiscard]] double variance(const Samples& samples);

} // namespace plenum::bench
