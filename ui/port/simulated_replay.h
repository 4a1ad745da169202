// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/media_port.h"
#include "ui/port/people_port.h"
#include "ui/port/replay_port.h"
#include "ui/port/simulated_world.h"

#include <map>

namespace plenum::ui {

/// The last minutes of a simulated conference: who spoke when, and pictures; there is no sound. Its clock is the ticks.
class SimulatedReplay : public ReplayPort {
    Q_OBJECT

  public:
    /// All outlive this.
    SimulatedReplay(SimulatedWorld& world, const MediaPort& media, const PeoplePort& people);

    [[nodiscard]] base::LocalTime now() const override;
    void set_watched(bool watched) override;
    void play(base::LocalTime from) override;
    void set_pace(ReplayPace pace) override { pace_ = pace; }
    void set_paused(bool paused) override;
    void show(base::MemberIndex member) override { shown_ = member; }
    void stop() override;

    void clear();
    /// In the call.
    void tick();

    // What a test lets happen
    /// As if they had spoken.
    void someone_spoke(base::MemberIndex index, base::Duration ago, base::Duration length);
    void set_unreadable(base::MemberIndex index) { people_[index].unreadable = true; }
    [[nodiscard]] const ReplayState& state() const { return state_; }
    [[nodiscard]] base::MemberIndex shown() const { return shown_; }

  private:
    void take(const QList<MemberLevel>& levels);
    void drop_old();
    void tell_material();
    [[nodiscard]] std::optional<base::LocalTime> oldest() const;
    void tell_picture();

    SimulatedWorld& world_;
    std::map<base::MemberIndex, ReplayPerson> people_;
    ReplayPace pace_{ReplayPace::half_faster};
    ReplayState state_;
    base::MemberIndex shown_;
    bool watched_{false};
};

} // namespace plenum::ui
