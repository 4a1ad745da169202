// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace plenum::cli {

struct CalibrateOptions {
    /// NAME=FOLDER/PREFIX: still pictures of each camera, in the order of their names; the first is the reference.
    std::vector<std::string> cameras;
    /// A recording of ensembles instead.
    std::filesystem::path recording;
    /// Of a recording, each so-many-th complete ensemble is a view.
    int every{15};
    bool charuco{false};
    /// Inner corners of a chessboard, squares of a ChArUco board.
    int columns{9};
    int rows{6};
    double square_mm{25};
    /// Of a ChArUco board.
    double marker_mm{18};
    std::filesystem::path output;
};

/// Calibrates cameras from pictures of a target, prints how well it went, and writes the calibration; returns the exit
/// status.
int run_calibrate(const CalibrateOptions& options);

} // namespace plenum::cli
