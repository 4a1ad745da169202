// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/world.h"

/// What relays of a cluster and their register say to each other.
namespace plenum::sim {
namespace {

/// A relay that ended is listed for so long.
constexpr base::Duration lease = std::chrono::seconds{5};
constexpr base::Duration retry_pause = std::chrono::milliseconds{300};

} // namespace

void World::take_register(Machine& from, const node::Event& output) {
    if (const auto* over = std::get_if<node::AssignmentOver>(&output)) register_.end(*over);
    const auto* wanted = std::get_if<node::AssignmentWanted>(&output);
    if (wanted == nullptr) return;
    const auto number = register_.add({from.index, from.starts, *wanted, {}});
    timeline_.set(now_ + register_.draw_time(), {Task::Kind::asked, from.index, number});
}

/// It may have left before its program ended.
void World::handle_asked(std::uint64_t number) {
    auto* request = register_.find(number);
    const auto& from = machine(request->node);
    const bool gone = !from.up() || from.starts != request->start;
    if (gone && !register_.draw_half()) return register_.remove(number);
    if (!register_.reached(request->node) || from.paused) {
        if (gone) return register_.remove(number);
        return timeline_.set(now_ + retry_pause, {Task::Kind::asked, request->node, number});
    }
    register_.apply(*request);
    timeline_.set(now_ + register_.draw_time(), {Task::Kind::answered, request->node, number});
}

void World::handle_answered(std::uint64_t number) {
    auto* request = register_.find(number);
    auto& to = machine(request->node);
    if (!to.up() || to.starts != request->start) return register_.remove(number);
    // An answer that is lost is asked for again.
    if (!register_.reached(request->node) || to.paused)
        return timeline_.set(now_ + retry_pause, {Task::Kind::asked, request->node, number});
    const node::AnswerAssignment answer{request->wanted.conference, request->wanted.number, *request->answer};
    register_.remove(number);
    feed(to, node::Command{answer});
}

/// Who is registered changed, or somebody reaches the register again.
void World::tell_peers() {
    for (auto& each : machines_) {
        if (each.participant || !each.runs() || !register_.reached(each.index)) continue;
        node::SetPeers peers;
        for (const auto& other : machines_) {
            const bool listed = other.up() || (other.ended_at && now_ - *other.ended_at < lease);
            if (other.participant || other.index == each.index || !listed) continue;
            peers.peers.push_back({"relay.simulated", address_of(other.index, relay_port)});
        }
        if (peers.peers == each.peers) continue;
        each.peers = peers.peers;
        feed(each, node::Command{peers});
    }
    timeline_.set(now_ + std::chrono::seconds{1}, {Task::Kind::peers, {}, 0});
}

/// Its home is lost for good, and nobody else may serve it.
bool World::lost_with_home() const {
    if (!scenario_.cluster || !conference_) return false;
    const auto current = register_.current(*conference_);
    const auto gone = [&](const base::Address& at) {
        const auto node = node_at(at, scenario_.nodes());
        return !node || machines_[node->value()].out_of_use;
    };
    return current.revision > 0 && gone(current.home) && (!current.standby || gone(*current.standby));
}

} // namespace plenum::sim
