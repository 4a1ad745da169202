// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace plenum::cli {

struct EnsemblesOptions {
    std::string link;
    std::string name{"Capture"};
    std::string cluster{"cluster"};
    std::string pace{"blocking"};
    double rate_hz{15};
    /// File for what is received; empty for none.
    std::filesystem::path record;
    /// A recording to be read instead.
    std::filesystem::path replay;
    /// Raw test pictures are held against the numbers of their ensembles.
    bool check_numbers{false};
    /// Not counted in the summary.
    double skip_s{0};
    bool list_asynchrony{false};
    double duration_s{0};
    bool json{true};
};

/// The host that receives a cluster of cameras, or a recording of one; returns the exit status.
int run_ensembles(const EnsemblesOptions& options);

} // namespace plenum::cli
