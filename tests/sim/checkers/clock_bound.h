// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/clocks_in_run.h"

namespace plenum::sim {

/// C1: the true offset between a node's clock and the conference's lies within what the node reports: value ± ε. Δ, λ
/// and every deadline stand on that bound. A clock that jumps or stands still breaks it until nodes compare clocks
/// again.
class ClockBound final : public Checker {
  public:
    explicit ClockBound(const ClocksInRun& clocks) : clocks_{&clocks} {}

    [[nodiscard]] std::string_view name() const override { return "C1 clock offsets lie within their bound"; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

    /// Clock readings travel in whole microseconds, four to an exchange.
    static constexpr base::Duration rounding_max = base::Duration{std::chrono::microseconds{2}};

  private:
    const ClocksInRun* clocks_;
};

} // namespace plenum::sim
