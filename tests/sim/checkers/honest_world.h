// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

namespace plenum::sim {

/// H1: where all nodes are correct, no node ever accuses another, calls the log or a key not trustworthy, or is told
/// that its commands name things that do not exist. Weather is not malice.
class HonestWorld final : public Checker {
  public:
    /// `floor_drawn`: people say of tokens and groups what comes to their minds, and may be refused it.
    /// `excess`: somebody may publish more than a flow declares, or a fault has it look so, and is told so.
    explicit HonestWorld(bool floor_drawn = false, bool excess = false) : floor_drawn_{floor_drawn}, excess_{excess} {}
    [[nodiscard]] std::string_view name() const override { return "H1 nobody accuses a correct node"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

  private:
    bool floor_drawn_;
    bool excess_;
};

} // namespace plenum::sim
