// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

namespace plenum::sim {

/// L2: checkpoints come no sooner than so many entries after the last. Unmet while the log is longer than that behind
/// its last checkpoint.
class CheckpointsCome final : public Checker {
  public:
    /// `entries`: as whoever made the conference has it; 0 judges nothing.
    explicit CheckpointsCome(std::uint64_t entries) : entries_{entries} {}

    [[nodiscard]] std::string_view name() const override { return "L2 checkpoints follow the log"; }
    [[nodiscard]] bool stands_on_log() const override { return true; }
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

  private:
    std::uint64_t entries_;
    /// Entries of the log, and of these up to the last checkpoint.
    std::uint64_t size_{0};
    std::uint64_t covered_{0};
};

} // namespace plenum::sim
