// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/calibrate.h"
#include "app/plenum-cli/camera.h"
#include "app/plenum-cli/ensembles.h"
#include "app/plenum-cli/scene.h"
#include "app/plenum-cli/serve_clock.h"

namespace CLI {
class App;
}

namespace plenum::cli {

/// Of the commands about clusters of cameras.
struct CaptureOptions {
    CameraOptions camera;
    EnsemblesOptions ensembles;
    CalibrateOptions calibrate;
    SceneOptions scene;
    ServeClockOptions clock;
};

/// Adds them to the program. `link_file`: where a link is read from instead.
void add_capture(CLI::App& program, CaptureOptions& options, std::filesystem::path& link_file);
void set_link(CaptureOptions& options, const std::string& link);

} // namespace plenum::cli
