// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

namespace plenum::sim {

/// S1: what a store said is durable comes back when the program starts, unless bits flipped on the disk; what others
/// may have heard of is missing only then, or if a notice said so; and what comes back is the beginning of what was
/// put, never anything else. Known to fall short: bits that flip in SQLite's WAL take what was committed behind them,
/// and no notice says so (docs/status.md); the world counts it.
class SavedComesBack final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "S1 what is saved comes back"; }
    void on_restored(Session session, const Restored& restored) override;
};

} // namespace plenum::sim
