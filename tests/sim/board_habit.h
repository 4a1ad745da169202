// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/base/random.h"
#include "tests/sim/board_replica.h"
#include "tests/sim/virtual_time.h"

#include <deque>
#include <optional>

namespace plenum::sim {

/// How a simulated person draws: strokes piece by piece, shapes, texts; moves and removes what is there, also others'
/// work; undoes, clears the page, adds pages.
class BoardHabit {
  public:
    /// `every`: the mean time between two acts; 0: none.
    BoardHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    void begin(VirtualTime now);
    void end() { due_ = VirtualTime::max(); }
    /// The application knows nothing any more.
    void forget();
    void handle(const node::Event& event);

    [[nodiscard]] VirtualTime next_action() const { return due_; }
    [[nodiscard]] std::optional<node::Publish> act(VirtualTime now);

  private:
    void draw_due(VirtualTime now);
    [[nodiscard]] board::EditResult draw(const board::Board& board);
    [[nodiscard]] board::EditResult change(const board::Board& board);
    [[nodiscard]] board::Position draw_place();

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    BoardReplica replica_;
    std::optional<board::ObjectId> stroke_;
    /// Of an act that became several messages.
    std::deque<base::Bytes> unsent_;
};

} // namespace plenum::sim
