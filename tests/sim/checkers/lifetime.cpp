// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/lifetime.h"

#include <fmt/format.h>

namespace plenum::sim {

void Lifetime::on_event(Session session, const node::Event& event, VirtualTime at) {
    flows_.note(event);
    if (std::holds_alternative<node::LinkHealth>(event)) bounded_.insert(session);
    const auto* phase = std::get_if<node::PhaseChanged>(&event);
    if (phase != nullptr && phase->phase != node::Phase::joined) bounded_.erase(session);
    if (const auto* message = std::get_if<node::MessageReceived>(&event)) on_message(session, *message, at);
}

void Lifetime::on_publication(Session session, const Publication& publication, VirtualTime at) {
    if (flows_.reliable(publication.flow)) return;
    auto& stream = published_[{publication.flow, publication.sender}];
    // A number that is not the next breaks A1, which says so.
    if (publication.sequence.value() == stream.size() + 1) stream.push_back({session.node, at});
}

void Lifetime::on_message(Session session, const node::MessageReceived& message, VirtualTime at) {
    const auto* spec = flows_.find(message.flow);
    if (spec == nullptr || spec->reliable()) return;
    if (pauses_ && !bounded_.contains(session)) return;
    const auto& stream = published_[{message.flow, message.sender}];
    const auto number = message.sequence.value();
    if (number == 0 || number > stream.size()) return;
    const auto& published = stream[number - 1];
    const auto broken_at = std::max(clocks_->broken_at(session.node), clocks_->broken_at(published.by));
    if (published.at < broken_at + ClocksInRun::settling_max) return;
    const auto slack = 2 * delay_max_ + slack_min;
    const auto age = at - published.at;
    if (age <= *spec->loss_delay + slack) return;
    fail(fmt::format("{}: flow {} of member {}: message {} delivered after {} us, loss delay {} us, slack {} us",
                     to_text(session), message.flow.value(), message.sender.value(), message.sequence.value(),
                     base::to_us(age), base::to_us(*spec->loss_delay), base::to_us(slack)));
}

} // namespace plenum::sim
