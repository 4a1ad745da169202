// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/clocks_in_run.h"
#include "tests/sim/checkers/flow_book.h"

namespace plenum::sim {

/// D4: on a flow with a finite loss delay λ nothing is delivered later than λ after the time that its sender put on it.
/// Slack: a receiver knows the conference's time to ± ε and discards what is surely too old, which is up to 2 ε more
/// than λ; and ε is at most half of the longest round trip, that is the longest one-way delay of the scenario.
class Lifetime final : public Checker {
  public:
    Lifetime(const ClocksInRun& clocks, base::Duration delay_max) : clocks_{&clocks}, delay_max_{delay_max} {}

    [[nodiscard]] std::string_view name() const override { return "D4 nothing is delivered past its loss delay"; }
    void on_event(Session session, const node::Event& event, VirtualTime at) override;

    /// Waiting for the next wake-up, rounding and drift.
    static constexpr base::Duration slack_min = base::Duration{std::chrono::milliseconds{1}};

  private:
    void on_message(Session session, const node::MessageReceived& message, VirtualTime at);

    const ClocksInRun* clocks_;
    base::Duration delay_max_;
    FlowBook flows_;
};

} // namespace plenum::sim
