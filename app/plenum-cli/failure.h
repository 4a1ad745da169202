// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <tuple>

namespace plenum::cli {

/// Tells why a subcommand ends, and gives its exit status.
inline int fail(const std::string& sentence) {
    fmt::print(stderr, "plenum-cli: {}\n", sentence);
    return 1;
}

/// Exit status of wrong usage.
inline constexpr int usage_status = 2;

/// The same for words of the command line that are wrong.
inline int fail_usage(const std::string& sentence) {
    std::ignore = fail(sentence);
    return usage_status;
}

} // namespace plenum::cli
