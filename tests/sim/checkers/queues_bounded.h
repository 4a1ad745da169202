// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

namespace plenum::sim {

/// Q1: no node ever holds more than the bounds of core/base/limits.h let it, counted by Node::load().
class QueuesBounded final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "Q1 queues and buffers keep their bounds"; }
    void on_load(Session session, const node::NodeLoad& load) override;
};

} // namespace plenum::sim
