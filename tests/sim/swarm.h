// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/scenario.h"

#include <cstdint>

namespace plenum::sim {

/// What one seed makes of a scenario: its own faults and those that its swarm draws, all spelled out, over one of the
/// swarm's links. Swarm testing (Groce, Zhang, Eide, Chen, Regehr 2012): a run in which some kinds of faults are off
/// altogether finds what a run with a little of everything hides.
[[nodiscard]] Scenario for_seed(Scenario scenario, std::uint64_t seed);

} // namespace plenum::sim
