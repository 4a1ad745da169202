// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/base/random.h"
#include "core/board/exchange/replica.h"
#include "tests/sim/scenario.h"
#include "tests/sim/virtual_time.h"

#include <optional>
#include <string_view>

namespace plenum::sim {

/// How a simulated person draws: strokes piece by piece, shapes, texts, on shared screens
/// too; moves and removes what is there, also others'
/// work; undoes, clears the page, adds pages. The program asks for copies of the board, and gives them. Moderators
/// change how far others may go, and heedless people go further.
class BoardHabit {
  public:
    /// Other flows of the kind carry what no board understands.
    static constexpr std::string_view flow_name = "whiteboard";

    BoardHabit(const Scenario& scenario, base::Random random);

    void begin(VirtualTime now);
    void end() { due_ = rights_due_ = VirtualTime::max(); }
    /// The application knows nothing any more.
    void forget();
    void handle(const node::Event& event, VirtualTime now);

    [[nodiscard]] VirtualTime next_action() const;
    /// Who may not draw any more still sends what was drawn, asks for copies and gives them.
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now, bool may_draw);

  private:
    [[nodiscard]] base::Duration around(base::Duration mean);
    void draw_due(VirtualTime now);
    /// To draw on: mostly one of the board's.
    [[nodiscard]] board::PageId draw_page(const board::Board& board);
    [[nodiscard]] board::EditResult draw(const board::Board& board);
    [[nodiscard]] board::EditResult change(const board::Board& board);
    [[nodiscard]] board::Position draw_place();

    [[nodiscard]] std::optional<node::Command> change_rights(VirtualTime now);

    /// The mean time between two acts; 0: none.
    base::Duration every_;
    /// And between two changes of rights.
    base::Duration rights_every_;
    base::Random random_;
    bool heedless_{false};
    bool moderates_{false};
    VirtualTime due_{VirtualTime::max()};
    VirtualTime rights_due_{VirtualTime::max()};
    log::Policy policy_;
    board::Replica replica_{flow_name};
    std::optional<board::ObjectId> stroke_;
};

} // namespace plenum::sim
