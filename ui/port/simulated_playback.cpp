// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_playback.h"

#include <algorithm>

namespace plenum::ui {

void SimulatedPlayback::begin() {
    place_ = {0, length_ms, false};
    emit moved();
}

void SimulatedPlayback::set_paused(bool paused) {
    if (!paused && place_.at_ms == length_ms) place_.at_ms = 0;
    place_.paused = paused;
    emit moved();
}

void SimulatedPlayback::seek(qint64 at_ms) {
    place_.at_ms = std::clamp<qint64>(at_ms, 0, length_ms);
    emit moved();
}

void SimulatedPlayback::step(int ensembles) {
    place_.paused = true;
    seek(place_.at_ms + ensembles * ensemble_ms);
}

void SimulatedPlayback::tick() {
    if (place_.paused) return;
    place_.at_ms = std::min(length_ms, place_.at_ms + ensemble_ms);
    place_.paused = place_.at_ms == length_ms;
    emit moved();
}

} // namespace plenum::ui
