// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace plenum::cli {

struct CameraOptions {
    std::string link;
    std::string name;
    std::string cluster{"cluster"};
    /// As `--source` says.
    std::string source{"pattern"};
    std::string codec{"jpeg"};
    int width{640};
    int height{480};
    int rate_hz{30};
    int quality{85};
    /// As `--clock` says.
    std::string clock{"relay"};
    /// Seconds in the conference; 0 is until it ends or a signal comes.
    double duration_s{0};
    bool json{false};
    /// Print for each picture when it was captured.
    bool list_shutters{false};
};

/// A camera of a cluster; returns the exit status.
int run_camera(const CameraOptions& options);

} // namespace plenum::cli
