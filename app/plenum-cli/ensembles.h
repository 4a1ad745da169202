// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/colour_depth.h"

#include <filesystem>
#include <string>
#include <vector>

namespace plenum::cli {

struct EnsemblesOptions {
    std::string link;
    std::string name{"Capture"};
    std::string cluster{"cluster"};
    std::string pace{"blocking"};
    double rate_hz{15};
    /// NAME=W, relative bandwidth of cameras.
    std::vector<std::string> weights;
    /// File for what is received; empty for none.
    std::filesystem::path record;
    /// A recording to be read instead.
    std::filesystem::path replay;
    /// Of the cameras; empty: no depth.
    std::filesystem::path calibration;
    /// File for the newest points at the end; empty for none.
    std::filesystem::path ply;
    media::depth::DepthRange range{};
    bool share_scene{false};
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
