// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/bottleneck/world.h"

/// A video of 10 frames a second through a queue that other programs fill (µChoices §1, where the queue was the
/// receiving machine's): how evenly its frames are handed over, by a plain sender and by ours.
namespace plenum::sim {

struct BesideOthers {
    enum class Sender : std::uint8_t {
        plain = 1, ///< one queue, first come, first served; TFRC
        ours = 2,  ///< classes and deadlines; the default of links
    };
    Sender sender{Sender::ours};
    /// Greedy streams of our own on the same link, which write chunks of 264 kB as one that copies a file does.
    std::size_t own_streams{0};
    /// Greedy flows of other programs, as TCP sends.
    std::size_t others{0};
};

struct Presented {
    double variance{0}; ///< ms², of the times between successive frames
    double maximum{0};  ///< ms
    double complete{0}; ///< share of frames that came whole
    double delay_95{0}; ///< ms from capture to hand-over, which 95 % do not exceed
    double own_rate{0}; ///< kB/s of all that our link delivered
    double others_rate{0};
};

[[nodiscard]] Presented present(const BesideOthers& given, std::uint64_t seed);

} // namespace plenum::sim
