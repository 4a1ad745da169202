// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/recording_port.h"
#include "ui/port/simulated_world.h"

#include <set>

namespace plenum::ui {

/// Recordings of a simulated conference: time and bytes go on, and no file is written.
class SimulatedRecording : public RecordingPort {
    Q_OBJECT

  public:
    /// `world` outlives this.
    explicit SimulatedRecording(SimulatedWorld& world) : world_{world} {}

    void start() override;
    void stop() override { end(RecordingEnd::stopped); }
    [[nodiscard]] bool play(const QString& file) override;
    [[nodiscard]] RecordingState state() const override { return state_; }
    [[nodiscard]] QList<base::MemberIndex> recorders() const override;

    void clear();
    void tick();

    // What a test lets happen
    void someone_records(base::MemberIndex member, bool records = true);
    void end(RecordingEnd why);
    void refuse_to_play() { plays_ = false; }
    /// The one that was to be played last.
    [[nodiscard]] const QString& played() const { return played_; }

  private:
    SimulatedWorld& world_;
    RecordingState state_;
    int ticks_{0};
    bool plays_{true};
    QString played_;
    std::set<base::MemberIndex> others_;
};

} // namespace plenum::ui
