// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/subscribed_rate.h"

#include <algorithm>
#include <fmt/format.h>

namespace plenum::sim {
namespace {

/// Beside the rate: the first, and what a late and an early message at both ends of the time add to it.
constexpr std::uint64_t slack = 3;

} // namespace

void SubscribedRate::on_command(Session session, const node::Command& command, VirtualTime at) {
    const auto* subscribe = std::get_if<node::Subscribe>(&command);
    if (subscribe == nullptr) return;
    auto& stay = sessions_[session];
    stay.wanted[{subscribe->flow, subscribe->sender}] = {subscribe->wanted, at};
    stay.received.clear();
}

void SubscribedRate::on_event(Session session, const node::Event& event, VirtualTime at) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        sessions_[session].kinds[declared->flow] = declared->spec.kind;
    } else if (const auto* refused = std::get_if<node::CommandRefused>(&event)) {
        // Which one is not told.
        if (refused->command == node::CommandKind::of<node::Subscribe>()) sessions_[session].wanted.clear();
    } else if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        auto& stay = sessions_[session];
        // Anew a member: it subscribed to nothing.
        if (phase->phase == node::Phase::connecting) stay.wanted.clear();
        for (auto& [source, wanted] : stay.wanted)
            wanted.since = at;
        stay.received.clear();
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        judge(session, sessions_[session], *message, at);
    }
}

void SubscribedRate::judge(Session session, Stay& stay, const node::MessageReceived& message, VirtualTime at) {
    auto found = stay.wanted.find({message.flow, message.sender});
    if (found == stay.wanted.end()) found = stay.wanted.find({message.flow, base::MemberIndex{}});
    if (found == stay.wanted.end()) return;
    const auto& [subscription, since] = found->second;
    if (!subscription.rate_hz || at - since < settling) return;
    const auto kind = stay.kinds[message.flow];
    const auto rate = *subscription.rate_hz;
    if (rate > 0 && (kind == base::FlowKind::video || kind == base::FlowKind::screen)) return;
    auto& received = stay.received[{message.flow, message.sender}];
    if (received.count == 0) received.first = received.newest = received.last = message.sent_at;
    if (received.count == 0 || message.sent_at != received.last) ++received.count;
    received.last = message.sent_at;
    received.first = std::min(received.first, message.sent_at);
    received.newest = std::max(received.newest, message.sent_at);
    const auto span = static_cast<std::uint64_t>((received.newest - received.first).count());
    constexpr auto second = static_cast<std::uint64_t>(base::Duration{std::chrono::seconds{1}}.count());
    const auto most = span * rate / second + slack;
    if (rate == 0 || received.count > most)
        fail(fmt::format("{}: {} messages of member {} on flow {}, {} a second wanted", to_text(session),
                         received.count, message.sender.value(), message.flow.value(), rate));
}

} // namespace plenum::sim
