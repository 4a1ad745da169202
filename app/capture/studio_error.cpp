// SPDX-License-Identifier: Apache-2.0
#include "app/capture/studio_error.h"

namespace plenum::app {

std::string because(const StudioError& error) {
    using Cause = StudioError::Cause;
    const std::string none = "There are no points to be saved";
    switch (error.cause) {
    case Cause::file_exists: return error.subject + " exists already; name another file, so that nothing is lost.";
    case Cause::file_not_written: return error.subject + " cannot be written. Choose another folder.";
    case Cause::already_recording: return error.subject + " is being recorded already; stop that first.";
    case Cause::recording_broken:
        return error.subject + " cannot be written any more: the disk may be full. What came before is kept.";
    case Cause::no_calibration: return none + ". Load a calibration, and wait for pictures.";
    case Cause::no_points: break;
    case Cause::wrong_size:
        return none + ": the pictures of " + error.subject + " have " + error.detail +
               ". Set the camera to the size of the calibration, or calibrate again.";
    case Cause::recording_not_shared:
        return "A recording cannot be shared. Share the scene while the cluster is received.";
    case Cause::scene_refused: return "The scene cannot be shared. " + error.detail;
    }
    return none + ". Wait for pictures that all cameras took of things in range.";
}

} // namespace plenum::app
