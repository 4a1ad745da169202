// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/board/exchange/replica.h"
#include "tests/sim/board_habit.h"
#include "tests/sim/checkers/checker.h"

#include <map>
#include <memory>

namespace plenum::sim {

/// W1: once nothing is on its way, the whiteboards of all who are there are equal byte for byte, whatever the order was
/// in which messages came, and none misses anything. Newcomers who cannot read what was said before got a copy.
class BoardsEqual final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "W1 whiteboards are equal"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_end(Session session, VirtualTime at) override;
    void on_command(Session session, const node::Command& command, VirtualTime at) override;
    void on_event(Session session, const node::Event& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    struct Place {
        bool joined{false};
        board::Replica replica{BoardHabit::flow_name};
        /// Of the board as it is; empty where that is to be made.
        mutable std::optional<std::uint64_t> checksum{};
    };

    std::map<NodeIndex, Place> places_;
};

} // namespace plenum::sim
