// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/bottleneck/world.h"

#include <string>

namespace plenum::sim {

/// What a link makes of a path that loses much, both ways.
struct RecoveryCase {
    enum class Loss : std::uint8_t {
        none = 1,
        uniform = 2,
        bursts = 3, ///< Gilbert and Elliott: a fifth of a second good, 86 ms of nothing, on average
    };
    Loss loss{Loss::uniform};
    std::uint32_t loss_ppm{300'000};
    base::Duration rtt{};
    /// Share of datagrams that overtake, with the delay drawn between the half and the whole of the way.
    std::uint32_t reorder_ppm{0};
};

struct Recovered {
    base::Duration transfer{};       ///< 200 kB of a reliable stream, until all is there
    double sent_over_needed{0};      ///< stream bytes sent, over those there were
    base::Duration message_median{}; ///< of small reliable messages, one a second, until they are there
    base::Duration message_99{};     ///< of a hundred 99 take no longer
    base::Duration message_longest{};
    double voices_in_time{0}; ///< of 50 a second, worth something for 200 ms more than the round trip
    double spurious{0};       ///< packets called lost that were not, over all sent
    double paced{0};          ///< most sent within 100 ms of the transfer, over what the rate allows in them
    bool exact{false};        ///< every message arrived once and in order
};

[[nodiscard]] Recovered recover(const RecoveryCase& given, std::uint64_t seed);

} // namespace plenum::sim
