// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_playback.h"

#include "ui/models/elapsed_time.h"

namespace plenum::ui {

CapturePlayback::CapturePlayback(PlaybackPort& port) : port_{port} {
    connect(&port_, &PlaybackPort::moved, this, &CapturePlayback::moved);
}

QString CapturePlayback::place() const {
    const auto place = port_.place();
    return tr("%1 of %2", "a place in a recording, and its length")
        .arg(ElapsedTime::format(static_cast<int>(place.at_ms / 1000)),
             ElapsedTime::format(static_cast<int>(place.length_ms / 1000)));
}

} // namespace plenum::ui
