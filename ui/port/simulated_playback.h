// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/playback_port.h"

namespace plenum::ui {

/// A recording of cameras that are not there: of five minutes, with ten ensembles a second.
class SimulatedPlayback : public PlaybackPort {
    Q_OBJECT

  public:
    static constexpr qint64 length_ms = 300'000;
    static constexpr qint64 ensemble_ms = 100;

    [[nodiscard]] PlaybackPlace place() const override { return place_; }
    void set_paused(bool paused) override;
    void seek(qint64 at_ms) override;
    void step(int ensembles) override;

    void begin();
    /// A tenth of a second has passed.
    void tick();

  private:
    PlaybackPlace place_{0, length_ms, false};
};

} // namespace plenum::ui
