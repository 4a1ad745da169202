// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/result.h"

#include <cstdint>
#include <string>

namespace plenum::sim {

/// One JSON object, the same for the same scenario and seed on every machine.
[[nodiscard]] std::string summary_json(const std::string& scenario, std::uint64_t seed, const Result& result);
/// For people; `seconds` is the processor time that the run took.
[[nodiscard]] std::string summary_text(const std::string& scenario, std::uint64_t seed, const Result& result,
                                       double seconds);
/// One line: scenario, seed, first broken step and what broke there.
[[nodiscard]] std::string break_text(const std::string& scenario, std::uint64_t seed, const Break& broken);

} // namespace plenum::sim
