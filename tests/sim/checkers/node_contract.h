// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

namespace plenum::sim {

/// N1: node and world keep the contract of node.h: no `ContractError`, `poll` comes to a `Wake` within bounded steps, a
/// node does not ask again and again to be woken at once, and keeps what it must before it transmits.
class NodeContract final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "N1 the node keeps its contract"; }
    void on_contract_broken(Session session, std::string_view what) override {
        fail(to_text(session) + ": " + std::string{what});
    }
};

} // namespace plenum::sim
