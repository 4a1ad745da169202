// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/all_joined.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace plenum::sim {

void AllJoined::on_begin(Session session, VirtualTime) {
    if (session.node.value() < relays_) return;
    auto& view = views_[session] = {};
    view.before = std::exchange(before_[session.node], {});
}

void AllJoined::on_end(Session session, VirtualTime) {
    const auto view = views_.extract(session);
    if (view.empty()) return;
    auto& before = before_[session.node];
    before = std::move(view.mapped().before);
    for (const auto& [member, present] : view.mapped().members)
        before.insert(member);
}

void AllJoined::on_event(Session session, const node::Event& event, VirtualTime) {
    if (session.node.value() < relays_) return;
    auto& view = views_[session];
    if (const auto* phase = std::get_if<node::PhaseChanged>(&event)) {
        view.phase = phase->phase;
    } else if (const auto* changed = std::get_if<node::EpochChanged>(&event)) {
        if (changed->epoch < view.epoch) fail(to_text(session) + ": key epoch fell");
        view.epoch = changed->epoch;
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->member <= view.newest) {
            fail(fmt::format("{}: member {} joined after {}", to_text(session), joined->member.value(),
                             view.newest.value()));
        }
        view.newest = joined->member;
        view.members[joined->member] = joined->present;
        if (joined->self) view.self = joined->member;
    } else if (const auto* left = std::get_if<node::MemberLeft>(&event)) {
        if (view.members.erase(left->member) + view.before.erase(left->member) == 0) {
            fail(fmt::format("{}: member {} left without being there", to_text(session), left->member.value()));
        }
    } else if (const auto* presence = std::get_if<node::MemberPresence>(&event)) {
        const auto found = view.members.find(presence->member);
        if (found == view.members.end()) return fail(to_text(session) + ": presence of a stranger");
        found->second = presence->present;
    }
}

std::optional<std::string> AllJoined::unmet() const {
    std::set<std::uint32_t> there;
    for (const auto& [session, view] : views_) {
        if (view.phase != node::Phase::joined) return to_text(session) + ": is not joined";
        there.insert(view.self.value());
    }
    for (const auto& [session, view] : views_) {
        if (view.epoch != views_.begin()->second.epoch) return to_text(session) + ": has another key epoch than others";
        std::set<std::uint32_t> seen;
        for (const auto& [member, present] : view.members) {
            if (present) seen.insert(member.value());
        }
        if (seen == there) continue;
        return fmt::format("{}: sees members {}, there are {}", to_text(session), fmt::join(seen, " "),
                           fmt::join(there, " "));
    }
    return std::nullopt;
}

} // namespace plenum::sim
