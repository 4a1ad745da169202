// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::cli {

struct ServeClockOptions {
    /// UDP.
    std::uint16_t port{8557};
};

/// Serves this machine's clock to cameras until a signal comes; returns the exit status.
int run_serve_clock(const ServeClockOptions& options);

} // namespace plenum::cli
