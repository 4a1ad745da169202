// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/random.h"
#include "plugins/activities/target/game.h"

namespace plenum::target {

/// Moves the sight and fires as a person might: not at once, not at every target, and sometimes beside it.
class DemoPlayer {
  public:
    explicit DemoPlayer(base::MemberIndex member) : random_{member.value()} {}
    void play(Game& game, base::ConferenceTime now);

  private:
    void choose(const Game& game, base::ConferenceTime now);

    base::Random random_;
    base::ConferenceTime played_at_{};
    base::ConferenceTime rests_until_{};
    base::ConferenceTime idle_since_{};
    TargetId wanted_{};
    Point beside_{};
};

} // namespace plenum::target
