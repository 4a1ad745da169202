// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/lifetime.h"

#include <fmt/format.h>

namespace plenum::sim {

void Lifetime::on_event(Session session, const node::Event& event, VirtualTime at) {
    flows_.note(event);
    if (const auto* message = std::get_if<node::MessageReceived>(&event)) on_message(session, *message, at);
}

void Lifetime::on_message(Session session, const node::MessageReceived& message, VirtualTime at) {
    const auto* spec = flows_.find(message.flow);
    if (spec == nullptr || spec->reliable()) return;
    const auto slack = 2 * delay_max_ + slack_min;
    const auto age = clocks_->conference(at) - message.sent_at;
    if (age <= *spec->loss_delay + slack) return;
    fail(fmt::format("{}: flow {} of member {}: message {} delivered after {} us, loss delay {} us, slack {} us",
                     to_text(session), message.flow.value(), message.sender.value(), message.sequence.value(),
                     base::to_us(age), base::to_us(*spec->loss_delay), base::to_us(slack)));
}

} // namespace plenum::sim
