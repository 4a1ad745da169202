// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/world.h"

#include "core/base/check.h"
#include "tests/sim/swarm.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

namespace {

ClocksInRun draw_clocks(const Scenario& scenario, base::Random random) {
    std::vector<NodeClock> clocks;
    for (std::uint32_t index = 0; index < scenario.nodes(); ++index) {
        clocks.push_back(NodeClock::draw(scenario.clock, random));
    }
    return ClocksInRun{std::move(clocks)};
}

/// One generator for each part of the world, so that a draw more in one moves nothing in another.
base::Random part(std::uint64_t seed, std::uint64_t number) {
    return base::Random{base::Random{seed}.next() + number}.split();
}

Invariants::Options options_of(const Scenario& scenario) {
    // Faults that last until the scenario ends hold things back that long.
    const auto hold = longest_hold(scenario.faults, VirtualTime{scenario.duration});
    // Between two members there are two ways, and up to four more by edges.
    const auto path =
        longest_delay(scenario.link) * (1 + 2 * std::min(scenario.cluster ? 1U : scenario.edges, 2U)) + hold.path;
    // What faults or paths hold back past λ comes at once; where clocks are wrong too, that looks like excess.
    const bool excess =
        scenario.swarm || !scenario.faults.empty() || std::ranges::any_of(scenario.flows, [&](const FlowLoad& flow) {
            return flow.excess > 1 || (flow.loss_delay && *flow.loss_delay < path);
        });
    return {scenario.relays,
            path,
            path + hold.reader,
            scenario.floor.has_value(),
            excess,
            scenario.checkpoint_entries,
            scenario.speakers > 0 ? scenario.speakers : node::RelayLimits{}.speakers,
            scenario.link.bandwidth_kbps > 0,
            scenario.capture_skew_max};
}

} // namespace

World::World(const Scenario& scenario, std::uint64_t seed, Makers makers, TraceWriter& trace)
    : scenario_{for_seed(scenario, seed)},
      makers_{std::move(makers)},
      trace_{&trace},
      clocks_{draw_clocks(scenario_, part(seed, 1))},
      network_{scenario_.link, part(seed, 2)},
      invariants_{options_of(scenario_), clocks_},
      register_{part(seed, 6), scenario_.register_compares} {
    auto random = part(seed, 3);
    prepare(random);
    auto draws = part(seed, 5);
    for (auto& each : machines_)
        each.disk_draws = draws.split();
    if (scenario_.store == StoreKind::model) return;
    CHECK(makers_.stores);
    auto disks = part(seed, 4);
    for (auto& each : machines_)
        if (!each.participant) each.store = makers_.stores(disks.split());
}

void World::prepare(base::Random& random) {
    meeting_ = {address_of(NodeIndex{0}, relay_port), "relay.simulated", NodeIndex{scenario_.relays}, {}};
    for (std::uint32_t number = 0; number < scenario_.nodes(); ++number) {
        const NodeIndex index{number};
        Machine made{index, random.split()};
        if (!scenario_.is_relay(index)) {
            const auto order = number - scenario_.relays;
            Participant::Options options{index, &clocks_.of(index), VirtualTime{arrival_period * (order + 1)}, {}, {}};
            // In turn, so that nobody draws more than before where there are none.
            const auto places = scenario_.cluster ? scenario_.relays : scenario_.edges + 1;
            if (const auto at = order % places; at > 0) options.edge = address_of(NodeIndex{at}, relay_port);
            for (std::size_t flow = 0; flow < scenario_.flows.size(); ++flow) {
                if (scenario_.flows[flow].senders.contains(index)) options.flows.push_back(flow);
            }
            made.participant = std::make_unique<Participant>(options, scenario_, meeting_, made.seeds.split());
        }
        if (scenario_.is_edge(index) || (scenario_.cluster && scenario_.is_relay(index) && number > 0))
            made.identity = machines_.front().identity;
        if (scenario_.is_standby(index)) {
            made.identity = machines_.front().identity;
            made.out_of_use = !scenario_.replicate;
            // Its clock is ahead, so that conference time, which checkers read there once it serves, never falls.
            const auto ahead = 2 * scenario_.clock.skew_max + std::chrono::milliseconds{500};
            if (scenario_.replicate) clocks_.change(index).jump(VirtualTime{}, ahead);
        }
        machines_.push_back(std::move(made));
        timeline_.set(VirtualTime{}, {Task::Kind::start, index, 0});
    }
    for (std::size_t fault = 0; fault < scenario_.faults.size(); ++fault) {
        timeline_.set(scenario_.faults[fault].at, {Task::Kind::fault, {}, fault});
    }
    timeline_.set(VirtualTime{sample_period}, {Task::Kind::sample, {}, 0});
    if (scenario_.cluster) timeline_.set(VirtualTime{sample_period}, {Task::Kind::peers, {}, 0});
    timeline_.set(VirtualTime{scenario_.duration}, {Task::Kind::look, {}, 0});
}

Result World::run() {
    while (step()) {
    }
    result_.ended_at = now_;
    result_.log_size = invariants_.log_size();
    result_.network = network_.counters();
    result_.log_lost = log_lost_;
    result_.told = invariants_.told();
    return result_;
}

bool World::step() {
    const auto arrival = network_.next_arrival().value_or(VirtualTime::max());
    const auto due = timeline_.next();
    now_ = std::min(arrival, due);
    CHECK(now_ != VirtualTime::max());
    ++result_.steps;
    if (arrival <= due) {
        if (auto parcel = network_.receive(now_)) arrive(std::move(*parcel));
    } else {
        carry_out(timeline_.take());
    }
    if (auto broken = invariants_.broken(); broken && !result_.broken) {
        if (went_on_without_copy_) *broken += " (it went on elsewhere before there was a copy: a known limit)";
        result_.broken = Break{std::move(*broken), result_.steps, now_};
    }
    return !result_.broken && !finished_;
}

void World::arrive(Parcel parcel) {
    auto& to = machine(parcel.to);
    if (!to.up() || to.port != parcel.to_port) return;
    if (to.paused) {
        if (!to.arrived.push(std::move(parcel))) ++result_.edge.overflowed;
        return;
    }
    feed(to, node::DatagramReceived{address_of(parcel.from, parcel.from_port), parcel.bytes});
    if (to.up()) to.program->reuse(std::move(parcel.bytes));
}

void World::carry_out(const Task& task) {
    switch (task.kind) {
    case Task::Kind::start: return start(machine(task.node));
    case Task::Kind::fault: return strike(scenario_.faults[task.number]);
    case Task::Kind::sample: return sample();
    case Task::Kind::look: return look_for_convergence();
    case Task::Kind::asked: return handle_asked(task.number);
    case Task::Kind::answered: return handle_answered(task.number);
    case Task::Kind::peers: return tell_peers();
    case Task::Kind::commit:
        if (task.number == machine(task.node).writer_generation) commit(machine(task.node));
        return;
    case Task::Kind::kept:
        if (task.number == machine(task.node).writer_generation) answer_kept(machine(task.node));
        return;
    case Task::Kind::wake:
        if (task.number == machine(task.node).wake_generation) wake(machine(task.node));
        return;
    case Task::Kind::leave:
        if (task.number == machine(task.node).starts) leave_call(machine(task.node));
        return;
    case Task::Kind::part:
        if (task.number == machine(task.node).starts) crash(machine(task.node));
        return;
    case Task::Kind::act:
        if (machine(task.node).act_at == now_) {
            machine(task.node).act_at = VirtualTime::max();
            act(machine(task.node));
        }
        return;
    }
}

void World::wake(Machine& to) {
    to.wake_at = VirtualTime::max();
    if (!to.runs()) return;
    feed(to, node::WakeUp{});
}

void World::sample() {
    finished_ = finished_ || (log_lost_ && now_ > log_lost_at_ + aftermath);
    for (auto& each : machines_) {
        if (!each.up()) continue;
        const auto load = each.program->load();
        result_.queued_packets_max = std::max(result_.queued_packets_max, load.queued_packets);
        result_.stream_bytes_max = std::max(result_.stream_bytes_max, load.stream_bytes);
        invariants_.on_load(each.current(), load);
        stall(each);
    }
    timeline_.set(now_ + sample_period, {Task::Kind::sample, {}, 0});
}

void World::end_of_scenario() {
    converging_ = true;
    std::set<NodeIndex> cut;
    for (auto& each : machines_) {
        if (each.participant) each.participant->stop_publishing();
        if (std::ranges::any_of(machines_, [&](const auto& other) {
                return !network_.connected(each.index, other.index) || !network_.connected(other.index, each.index);
            })) {
            cut.insert(each.index);
        }
    }
    if (!cut.empty()) strike({now_, FaultKind::heal, cut});
    network_.unclog({}, now_);
    for (auto& each : machines_) {
        strike_disk(each, FaultKind::disk_well);
        each.turns_left = 0;
        free_sends(each);
        register_.cut(each.index, false);
        resume(each);
        if (!each.participant && !each.up() && !each.out_of_use) strike({now_, FaultKind::restart, {each.index}});
    }
}

void World::look_for_convergence() {
    if (!converging_) end_of_scenario();
    const auto missing = unmet();
    result_.converged_after = now_ - VirtualTime{scenario_.duration};
    if (!missing) {
        finished_ = true;
    } else if (result_.converged_after >= liveness_time_max) {
        result_.broken = Break{fmt::format("V1 all becomes well after the faults: after {} s: {}",
                                           liveness_time_max / std::chrono::seconds{1}, *missing),
                               result_.steps, now_};
    }
    timeline_.set(now_ + sample_period, {Task::Kind::look, {}, 0});
}

/// Its relay's machine is lost for good, no other relay has all of it, and the programs of all who had it ended.
bool World::nobody_has_log() const {
    if (!machines_.front().out_of_use) return false;
    const auto has = [&](const Machine& relay) {
        if (relay.out_of_use || !conference_) return false;
        const auto kept = relay.disk.conferences().find(*conference_);
        return kept != relay.disk.conferences().end() && kept->second.role != node::ConferenceRole::standby_behind;
    };
    return std::ranges::none_of(machines_,
                                [&](const Machine& each) { return each.participant ? each.has_log : has(each); });
}

/// Its relay is gone for good, and faults may have kept members from its standby, or from hearing who that is: a known
/// limit.
bool World::some_lost_relay() const {
    // One that hosts again began with nothing.
    const bool died = machines_.front().out_of_use || machines_.front().starts > 1;
    return scenario_.succession && scenario_.swarm && died;
}

std::optional<std::string> World::unmet() const {
    const bool gone = nobody_has_log() || some_lost_relay() || lost_with_home();
    if (log_lost_ || succession_.closed || gone) return std::nullopt;
    for (const auto& each : machines_) {
        if (each.up() && !each.in_session) {
            return fmt::format("node {} is not in the conference", each.index.value());
        }
    }
    return invariants_.unmet();
}

void World::break_contract(const Machine& at, std::string_view what) {
    invariants_.on_contract_broken(at.current(), what);
}

} // namespace plenum::sim
