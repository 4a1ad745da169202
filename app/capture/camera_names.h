// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/studio_types.h"
#include "media/depth/calibration.h"
#include "media/depth/calibration_error.h"
#include "media/frame.h"

#include <map>
#include <optional>
#include <span>
#include <string>

namespace plenum::app {

/// Pictures of one moment, by camera.
using CameraFrames = std::map<cluster::FlowNumber, media::VideoFrame>;

/// The same by name. Without cameras that have no name, and those whose name another of them has: a calibration could
/// not tell them apart.
[[nodiscard]] std::map<std::string, media::VideoFrame> by_name(const CameraFrames& frames, const CameraNames& names);

/// Sets the step of cameras that work and have the name of another one that works. One that is silent may be the former
/// run of the other.
void mark_names_used_twice(std::span<StudioCamera> cameras);
/// name_twice of the first such camera; absent where there is none.
[[nodiscard]] std::optional<media::depth::CalibrationError> name_used_twice(std::span<const StudioCamera> cameras);
/// name_twice or other_cameras where less than two calibrated cameras are here, each with a name of its own.
[[nodiscard]] std::optional<media::depth::CalibrationError> other_cameras(const media::depth::Calibration& calibration,
                                                                          std::span<const StudioCamera> cameras);

} // namespace plenum::app
