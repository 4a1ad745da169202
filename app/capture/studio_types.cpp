// SPDX-License-Identifier: Apache-2.0
#include "app/capture/studio_types.h"

namespace plenum::app {

std::string_view because(StudioStep step) {
    switch (step) {
    case StudioStep::waiting: return "Nothing came of it yet.";
    case StudioStep::in_step: return "Its frames come with the others'.";
    case StudioStep::late: return "Its frames come after the others': its link or its computer is too slow.";
    case StudioStep::silent:
        return "No frames come: its program may have stopped, its camera may be unplugged, or its link is lost.";
    case StudioStep::other_instant: return "It stamps frames with other instants than the others: its clock is wrong.";
    case StudioStep::malformed: return "It sends what is no frame: its program is another, or damaged.";
    case StudioStep::moved: return "It moved since the calibration, so its depth is wrong: calibrate again.";
    case StudioStep::moved_or_partner:
        return "It or the camera beside it moved since the calibration, so their depth is wrong: calibrate again.";
    case StudioStep::wrong_size:
        return "Its pictures have another size than when it was calibrated: set it back, or calibrate again.";
    case StudioStep::name_twice:
        return "Another camera has the same name, so both give no depth: start one of them again with another --name.";
    }
    return {};
}

} // namespace plenum::app
