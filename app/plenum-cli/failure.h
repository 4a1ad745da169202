// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace plenum::cli {

/// Tells why a subcommand ends, and gives its exit status.
inline int fail(const std::string& sentence) {
    fmt::print(stderr, "plenum-cli: {}\n", sentence);
    return 1;
}

} // namespace plenum::cli
