// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/scarce_memory.h"
#include "tests/sim/world.h"

#include <utility>
#include <vector>

/// What befalls the world.
namespace plenum::sim {
namespace {

/// As core/runtime/net/event_loop.cpp gives a node.
constexpr std::size_t read_at_once = 32;

} // namespace

void World::strike(const Fault& fault) {
    ++result_.faults;
    strike_network(fault);
    for (auto& each : machines_) {
        if (!fault.nodes.empty() && !fault.nodes.contains(each.index)) continue;
        const bool own_line = fault.kind == FaultKind::crash || fault.kind == FaultKind::restart ||
                              fault.kind == FaultKind::power_cut || fault.kind == FaultKind::kill;
        if (!own_line) trace_->write(now_, each.index, name_of(fault.kind));
        strike(each, fault);
    }
}

void World::strike_network(const Fault& fault) {
    switch (fault.kind) {
    case FaultKind::partition: return network_.partition(fault.nodes);
    case FaultKind::mute: return network_.partition(fault.nodes, CutDirection::out);
    case FaultKind::deaf: return network_.partition(fault.nodes, CutDirection::in);
    case FaultKind::heal: return network_.heal(fault.nodes);
    case FaultKind::clog: return network_.clog(fault.nodes);
    case FaultKind::unclog: return network_.unclog(fault.nodes, now_);
    default: return;
    }
}

void World::strike(Machine& at, const Fault& fault) {
    switch (fault.kind) {
    case FaultKind::crash: return crash(at);
    case FaultKind::restart: return restart(at);
    case FaultKind::pause: return pause(at, false);
    case FaultKind::suspend: return pause(at, true);
    case FaultKind::resume: return resume(at);
    case FaultKind::jump:
        clocks_.change(at.index).jump(now_, base::Duration{fault.amount});
        clocks_.jumped(at.index, now_);
        return wake_anew(at);
    case FaultKind::drift: clocks_.change(at.index).set_drift(now_, fault.amount); return wake_anew(at);
    case FaultKind::block_send: return at.leaving.set(SendQueue::State::blocked);
    case FaultKind::drop_send: return at.leaving.set(SendQueue::State::dropping);
    case FaultKind::free_send: return free_sends(at);
    case FaultKind::stand_in: return stand_in(at);
    case FaultKind::register_lost: return register_.cut(at.index, true);
    case FaultKind::register_back: return register_.cut(at.index, false);
    case FaultKind::lost:
        crash(at);
        at.out_of_use = true;
        return;
    case FaultKind::withhold: at.withholds = true; return;
    case FaultKind::unwithhold: at.withholds = false; return;
    case FaultKind::leave: return begin_to_leave(at);
    case FaultKind::close: return close_host(at);
    case FaultKind::host_again: return host_again(at);
    case FaultKind::usurp: return usurp(at);
    case FaultKind::no_memory:
        at.turns_left = 1 + static_cast<std::uint32_t>(at.fate.below(turns_within));
        at.failing_allocation = 1 + static_cast<std::uint32_t>(at.fate.below(allocations_within));
        return;
    case FaultKind::disk_full:
    case FaultKind::disk_error:
    case FaultKind::fsync_error:
    case FaultKind::disk_well:
    case FaultKind::bit_flip:
    case FaultKind::disk_lost:
    case FaultKind::backup:
    case FaultKind::old_backup:
    case FaultKind::kill:
    case FaultKind::cut_at_start:
    case FaultKind::read_error:
    case FaultKind::disk_slow:
    case FaultKind::disk_hang:
    case FaultKind::sync_lie:
    case FaultKind::store_no_memory:
    case FaultKind::power_cut: return strike_disk(at, fault.kind);
    default: return;
    }
}

void World::strike_disk(Machine& at, FaultKind kind) {
    const bool deadly = kind == FaultKind::power_cut || kind == FaultKind::kill;
    if (!at.store || (deadly && !at.up())) return;
    const auto death = kind == FaultKind::kill ? Death::program : Death::power;
    if (deadly && at.fate.chance(half)) return crash(at, death);
    if (deadly) at.power_failing = death == Death::power;
    if (kind == FaultKind::disk_well) at.power_failing = false;
    const bool replaced = kind == FaultKind::disk_lost || kind == FaultKind::old_backup;
    if (replaced || kind == FaultKind::cut_at_start) crash(at);
    if (kind == FaultKind::cut_at_start) at.power_failing = true;
    at.rotten = at.rotten || replaced || kind == FaultKind::bit_flip;
    at.store->strike(kind);
    strike_bad_disk(at, kind);
}

void World::stand_in(Machine& reserve) {
    auto& lost = machines_.front();
    if (!scenario_.is_standby(reserve.index) || lost.out_of_use) return;
    crash(lost);
    lost.out_of_use = true;
    // With its disk goes that of which nobody else has a copy.
    const Restored nothing{.promised = 1, .words_saved = 1, .words_lost = 1, .rotten = true, .meeting = true};
    if (nobody_has_copy()) invariants_.on_restored(lost.current(), nothing);
    // A copy is taken over once nothing was heard of the primary for long.
    if (scenario_.replicate) return;
    reserve.out_of_use = false;
    move_home(reserve.index);
    start(reserve);
}

void World::move_home(NodeIndex to) {
    home_ = to;
    invariants_.on_home(machine(to).as_relay().node, now_);
    clocks_.move_home(to, now_);
    meeting_.relay = address_of(to, machine(to).participant ? machine(to).port : relay_port);
}

void World::free_sends(Machine& at) {
    at.leaving.set(SendQueue::State::free);
    while (auto parcel = at.leaving.pop())
        network_.send(std::move(*parcel), now_);
}

void World::pause(Machine& at, bool clock_stops) {
    if (!at.runs()) return;
    at.paused = true;
    clocks_.paused(at.index, now_);
    // A member's program counts as the relay where it is that.
    if (at.index == home_) invariants_.on_pause(at.as_relay().node, now_);
    ++at.wake_generation;
    at.wake_at = at.act_at = VirtualTime::max();
    if (!clock_stops) return;
    clocks_.change(at.index).stop(now_);
    clocks_.stands(at.index);
    at.clock_stopped = true;
}

void World::go_on(Machine& at) {
    at.paused = false;
    clocks_.went_on(at.index, now_);
    if (at.index == home_) invariants_.on_resume(at.as_relay().node, now_);
    if (!std::exchange(at.clock_stopped, false)) return;
    clocks_.change(at.index).go_on(now_);
    clocks_.jumped(at.index, now_);
}

/// As many as the loop reads at once, together. False if none has arrived.
bool World::feed_arrived(Machine& at) {
    std::vector<Parcel> parcels;
    std::vector<node::DatagramReceived> datagrams;
    while (parcels.size() < read_at_once) {
        auto parcel = at.arrived.pop();
        if (!parcel) break;
        parcels.push_back(std::move(*parcel));
    }
    for (const auto& each : parcels)
        datagrams.push_back({address_of(each.from, each.from_port), each.bytes});
    if (!datagrams.empty()) feed(at, node::DatagramsReceived{datagrams});
    return !datagrams.empty();
}

/// The loop finds its socket readable and its timer due; which it serves first is the system's business, so each comes.
void World::resume(Machine& at) {
    if (!at.paused) return;
    go_on(at);
    if (at.fate.chance(half)) feed(at, node::WakeUp{});
    while (at.runs() && feed_arrived(at)) {
    }
    if (at.runs()) feed(at, node::WakeUp{});
    if (at.runs()) go_on_writing(at);
}

/// The clock says now that another time is near.
void World::wake_anew(Machine& at) {
    if (at.runs()) feed(at, node::WakeUp{});
}

} // namespace plenum::sim
