// SPDX-License-Identifier: Apache-2.0
#include "plugins/floor/floor_styles.h"
#include "tests/sim/world.h"

/// Life and death of the world's machines.
namespace plenum::sim {

std::vector<node::RelayPlace> World::peers_of(NodeIndex relay) const {
    std::vector<node::RelayPlace> peers;
    const bool far = scenario_.edges > 1 && relay.value() == scenario_.edges;
    for (std::uint32_t number = 0; scenario_.edges > 0 && number < scenario_.relays; ++number) {
        const NodeIndex other{number};
        if (other != relay && (!far || number == 1)) peers.push_back({"edge.simulated", address_of(other, relay_port)});
    }
    return peers;
}

void World::start(Machine& to) {
    if (to.up() || to.out_of_use) return;
    to.usurps = false;
    const bool relay = scenario_.is_relay(to.index);
    to.port = relay ? relay_port : static_cast<std::uint16_t>(endpoint_port_first + to.starts % 20'000);
    ++to.starts;
    node::NodeOptions options;
    // The same bytes on every machine.
    options.aes = false;
    options.seed = draw_seed(to.seeds);
    options.trace = true;
    if (relay) {
        options.relay = node::RelayOptions{to.identity, {}, {}, true, {}, floor::floor_styles()};
        if (scenario_.speakers > 0) options.relay->limits.speakers = scenario_.speakers;
        const NodeIndex reserve{scenario_.relays - 1};
        if (scenario_.standby && to.index == NodeIndex{0})
            options.relay->standby = {{"standby.simulated", address_of(reserve, relay_port)}};
        options.relay->peers = peers_of(to.index);
        if (scenario_.cluster) options.relay->cluster_place = {"relay.simulated", address_of(to.index, relay_port)};
        options.relay->replicate = scenario_.replicate;
        options.relay->succession = scenario_.succession;
        options.relay->stored = !scenario_.succession;
    } else {
        options.endpoint = node::EndpointOptions{to.identity, {}, floor::floor_styles()};
        // The host's own program is the relay and offers nothing.
        if (scenario_.succession && !(scenario_.host_member && to.index == host_member))
            options.endpoint->standby_places = {{"member.simulated", address_of(to.index, to.port)}};
        if (scenario_.checkpoint_entries > 0) options.endpoint->checkpoints.entries = scenario_.checkpoint_entries;
    }
    to.ended_at.reset();
    to.peers.clear();
    to.program = makers_.nodes(options);
    begin_session(to);
    network_.restart(to.index);
    for (auto& stored : load(to))
        give_back(to, std::move(stored));
    choose_host();
    schedule_commit(to);
    feed(to, node::WakeUp{});
}

/// As core/runtime/driver does: of what a disk damaged, too little may be left for the program to take.
void World::give_back(Machine& to, node::ConferenceStored stored) {
    const auto conference = stored.conference;
    const bool damaged = to.store && (stored.behind || to.began_rotten);
    if (!to.program->handle(node::Input{std::move(stored)}, clocks_.local(to.index, now_))) {
        if (!damaged) return break_contract(to, "handle answered with a contract error");
        to.store->refuse(conference);
    }
    drain(to);
}

void World::crash(Machine& at, Death death) {
    if (!at.up()) return;
    count_death(at, death);
    at.program.reset();
    at.ended_at = now_;
    if (scenario_.succession) {
        at.out_of_use = at.out_of_use || scenario_.is_relay(at.index);
        if (at.participant) invariants_.on_end(at.as_relay(), now_);
    }
    if (at.store) at.store->stop(death == Death::power);
    // What it had said is durable went with the power.
    at.rotten = at.rotten || (death == Death::power && at.bad_disk.lies);
    at.to_keep.clear();
    at.writing.reset();
    at.waiting.clear();
    at.stalled = false;
    ++at.writer_generation;
    at.commit_at = VirtualTime::max();
    at.power_failing = false;
    at.turns_left = 0;
    at.serves = at.has_log = false;
    ++at.wake_generation;
    at.wake_at = at.act_at = VirtualTime::max();
    if (at.paused) go_on(at);
    at.arrived.clear();
    at.leaving.clear();
    network_.crash(at.index);
    end_session(at);
    if (at.participant) at.participant->restart(now_);
    trace_->write(now_, at.index, name_of(death == Death::power ? FaultKind::power_cut : FaultKind::crash));
    choose_host();
    if (scenario_.host_member && at.index == NodeIndex{0}) {
        meeting_.host_lost = true;
        crash(machine(host_member));
    }
}

void World::count_death(const Machine& at, Death death) {
    if (!at.store) return;
    auto& kills = result_.kills;
    ++kills.all;
    kills.power += death == Death::power ? 1 : 0;
    kills.in_commit += at.store->died() ? 1 : 0;
    kills.in_checkpoint += at.store->died_in_checkpoint() ? 1 : 0;
    kills.unanswered += at.writing ? 1 : 0;
    kills.on_bad_disk += at.bad_disk.any ? 1 : 0;
}

void World::restart(Machine& at) {
    crash(at, at.power_failing ? Death::power : Death::program);
    trace_->write(now_, at.index, name_of(FaultKind::restart));
    if (at.participant) at.participant->restart(now_);
    start(at);
}

/// Somebody who is up makes the conference, as long as there is none.
void World::choose_host() {
    if (meeting_.link || machine(meeting_.host).up()) return;
    for (auto& each : machines_) {
        if (!each.participant || !each.up()) continue;
        meeting_.host = each.index;
        return schedule_act(each);
    }
}

void World::begin_session(Machine& of) {
    if (of.in_session) return;
    ++of.session;
    of.in_session = true;
    of.connecting_seen = false;
    invariants_.on_begin(of.current(), now_);
}

void World::end_session(Machine& of) {
    if (!of.in_session) return;
    of.in_session = false;
    invariants_.on_end(of.current(), now_);
}

} // namespace plenum::sim
