// SPDX-License-Identifier: Apache-2.0
#include "media/depth/calibration_error.h"

#include "media/depth/calibrator.h"

#include <fmt/format.h>

namespace plenum::media::depth {
namespace {

std::string views_of(std::size_t count) { return fmt::format("{} {}", count, count == 1 ? "view" : "views"); }

} // namespace

std::string because(const CalibrationError& error) {
    using Cause = CalibrationError::Cause;
    const auto& camera = error.camera;
    switch (error.cause) {
    case Cause::no_cameras: return "There is no camera to be calibrated. Wait until cameras send pictures.";
    case Cause::too_many_cameras: return fmt::format("Calibrate 1 to {} cameras.", calibrated_cameras_max);
    case Cause::name_twice:
        return fmt::format("More than one camera has the name {}, so they give no depth and cannot be calibrated. "
                           "Start all but one of them again with another --name.",
                           camera);
    case Cause::views_full:
        return fmt::format("There are {} views already, which is enough. Calibrate.", Calibrator::views_max);
    case Cause::wrong_picture: return fmt::format("{}: {}", camera, error.detail);
    case Cause::few_views:
        return fmt::format("{} sees the target in {}. It needs {} at least, better 10. Show it the whole target, well "
                           "lit and still.",
                           camera, views_of(error.views), Calibrator::views_min);
    case Cause::few_common_views:
        return fmt::format("{} sees the target together with a camera that is placed in {}. It needs {} at least. Hold "
                           "the target where both see it.",
                           camera, views_of(error.views), Calibrator::views_min);
    case Cause::open_focal_length:
        return fmt::format("The views do not determine the focal length of {}. Add views with the target tilted by 20° "
                           "to 45° to each side, near the edges too.",
                           camera);
    case Cause::no_fit:
        return error.detail + " The views do not give a calibration: check the target's size, and that all cameras "
                              "take their pictures at the same moment.";
    case Cause::nothing_calculated: return "There is no calibration to be taken into use. Calculate one first.";
    case Cause::other_cameras:
        return fmt::format("The calibration is of other cameras: {}. Those here are {}. Give the cameras these names, "
                           "or calibrate again.",
                           camera, error.detail.empty() ? "none" : error.detail);
    case Cause::bad_target:
    case Cause::unreadable_file:
    case Cause::no_calibration_file:
    case Cause::not_written:
    case Cause::no_pair:
    case Cause::failed: break;
    }
    return error.detail;
}

} // namespace plenum::media::depth
