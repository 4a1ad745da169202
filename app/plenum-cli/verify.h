// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace plenum::cli {

struct VerifyOptions {
    std::filesystem::path file;
    bool json{false};
};

/// Checks minutes (core/log/minutes.h) without a network and prints who had which token when, and who gave it. Exit
/// status 1 where they are not what they claim to be.
[[nodiscard]] int run_verify(const VerifyOptions& options);

} // namespace plenum::cli
