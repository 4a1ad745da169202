// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace plenum::app {

/// What the system tells of this process (proc(5)); absent where it does not.
struct ProcessFigures {
    std::optional<std::uint64_t> resident_bytes;
    std::optional<std::uint64_t> virtual_bytes;
    std::optional<double> cpu_seconds;
    std::optional<std::uint64_t> open_descriptors;
    std::optional<std::uint64_t> descriptors_max;
};

[[nodiscard]] ProcessFigures read_process_figures();

} // namespace plenum::app
