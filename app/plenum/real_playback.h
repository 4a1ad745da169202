// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/playback_control.h"
#include "app/capture/studio_types.h"
#include "ui/port/playback_port.h"

#include <memory>

namespace plenum::app {

/// The recording of a cluster that this program plays.
class RealPlayback : public ui::PlaybackPort {
    Q_OBJECT

  public:
    // PlaybackPort
    [[nodiscard]] ui::PlaybackPlace place() const override { return place_; }
    void set_paused(bool paused) override;
    void seek(qint64 at_ms) override;
    void step(int ensembles) override;

    /// For another recording.
    [[nodiscard]] std::shared_ptr<PlaybackControl> begin();
    /// As the studio is now.
    void take(const StudioStatus& status);

  private:
    void set_place(const ui::PlaybackPlace& place);

    /// Of the recording that was begun last.
    std::shared_ptr<PlaybackControl> control_{std::make_shared<PlaybackControl>()};
    ui::PlaybackPlace place_;
};

} // namespace plenum::app
