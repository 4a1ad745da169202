// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/scene_port.h"
#include "ui/port/simulated_world.h"

#include <set>

namespace plenum::ui {

/// Scenes that members of a simulated conference share.
class SimulatedScenes : public ScenePort {
    Q_OBJECT

  public:
    static constexpr std::size_t points = 40'000;

    /// `world` outlives this.
    explicit SimulatedScenes(SimulatedWorld& world) : world_{world} {}

    [[nodiscard]] QList<base::MemberIndex> sharers() const override;
    void watch(base::MemberIndex sharer) override { watched_ = sharer; }

    void clear();
    void tick();

    // What a test lets happen
    void someone_shares(base::MemberIndex member, bool shares = true);
    [[nodiscard]] base::MemberIndex watched() const { return watched_; }

  private:
    SimulatedWorld& world_;
    std::set<base::MemberIndex> sharers_;
    base::MemberIndex watched_;
};

} // namespace plenum::ui
