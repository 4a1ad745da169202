// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_playback.h"

#include <utility>

namespace plenum::app {

std::shared_ptr<PlaybackControl> RealPlayback::begin() {
    control_ = std::make_shared<PlaybackControl>();
    set_place({});
    return control_;
}

// What was asked for shows at once; the studio tells what came of it.
void RealPlayback::set_paused(bool paused) {
    control_->set_paused(paused);
    set_place({place_.at_ms, place_.length_ms, paused});
}

void RealPlayback::seek(qint64 at_ms) {
    control_->seek(std::chrono::milliseconds{at_ms});
    set_place({at_ms, place_.length_ms, place_.paused});
}

void RealPlayback::step(int ensembles) {
    control_->step(ensembles);
    set_place({place_.at_ms, place_.length_ms, true});
}

void RealPlayback::take(const StudioStatus& status) {
    // What was told before the newest wish would move the place back for a moment.
    if (!status.place || status.place->wish < control_->newest()) return;
    const auto ms = [](base::Duration duration) { return static_cast<qint64>(base::to_ms(duration)); };
    set_place({ms(status.place->at), ms(status.place->length), status.place->paused});
}

void RealPlayback::set_place(const ui::PlaybackPlace& place) {
    if (std::exchange(place_, place) != place) emit moved();
}

} // namespace plenum::app
