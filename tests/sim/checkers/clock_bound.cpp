// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/clock_bound.h"

#include <fmt/format.h>

#include <chrono>

namespace plenum::sim {

void ClockBound::on_event(Session session, const node::Event& event, VirtualTime at) {
    const auto* health = std::get_if<node::LinkHealth>(&event);
    if (health == nullptr) return;
    if (at < clocks_->broken_at(session.node) + ClocksInRun::settling_max) return;
    const auto truth = clocks_->conference(at).time_since_epoch() - clocks_->local(session.node, at).time_since_epoch();
    const auto error = std::chrono::abs(truth - health->clock.value);
    if (error <= health->clock.error_max + rounding_max) return;
    fail(fmt::format("{}: clock offset wrong by {} us, reported bound {} us", to_text(session), base::to_us(error),
                     base::to_us(health->clock.error_max)));
}

} // namespace plenum::sim
