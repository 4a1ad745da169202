// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/scarce_memory.h"
#include "tests/sim/world.h"

#include "core/base/check.h"

#include <algorithm>
#include <new>
#include <utility>
#include <vector>

/// What the world tells nodes, and what becomes of what they say.
namespace plenum::sim {

std::optional<bool> World::handle(Machine& at, const node::Input& input) {
    const bool dies = at.turns_left != 0 && --at.turns_left == 0;
    auto left = dies ? at.failing_allocation : 0;
    bool handled = false;
    try {
        const ScarceMemory scarce{left};
        handled = at.program->handle(input, clocks_.local(at.index, now_)).has_value();
    } catch (const std::bad_alloc&) {
        // Nobody in a program catches it: it ends it.
        CHECK(dies);
    }
    return dies ? std::nullopt : std::optional{handled};
}

void World::feed(Machine& to, const node::Input& input) {
    const auto handled = handle(to, input);
    if (!handled) return crash(to, Death::program);
    if (!*handled) return break_contract(to, "handle answered with a contract error");
    drain(to);
    act(to);
}

void World::drain(Machine& from) {
    for (std::size_t count = 0; count < outputs_max; ++count) {
        auto output = from.program->poll();
        std::visit([&](auto& each) { take(from, each); }, output);
        if (std::holds_alternative<node::Wake>(output)) return;
    }
    break_contract(from, "poll does not come to a wake-up");
}

bool World::tell(Machine& to, const node::Input& input) {
    if (const auto* command = std::get_if<node::Command>(&input)) invariants_.on_command(to.current(), *command, now_);
    if (const auto* given = std::get_if<node::CommandsGiven>(&input))
        for (const auto& command : given->commands)
            invariants_.on_command(to.current(), command, now_);
    const auto handled = handle(to, input);
    if (!handled) {
        crash(to, Death::program);
        return false;
    }
    if (!*handled) {
        break_contract(to, "handle answered a command with a contract error");
        return false;
    }
    drain(to);
    return true;
}

void World::act(Machine& of) {
    if (!of.participant || !of.runs()) return;
    std::vector<node::Command> due;
    for (;;) {
        auto command = of.participant->act(now_);
        // Messages that are due at once are given together, as a loop does.
        if (command && std::holds_alternative<node::Publish>(*command)) {
            due.push_back(std::move(*command));
            continue;
        }
        const auto given = std::exchange(due, {});
        if (!given.empty() && !tell(of, node::CommandsGiven{given})) return;
        if (!command) break;
        if (std::holds_alternative<node::JoinConference>(*command)) begin_session(of);
        if (!tell(of, *command)) return;
    }
    schedule_act(of);
    if (meeting_.link && !link_is_out_) {
        link_is_out_ = true;
        for (auto& each : machines_)
            schedule_act(each);
    }
}

void World::schedule_act(Machine& of) {
    if (!of.participant || !of.runs()) return;
    const auto next = std::max(of.participant->next_action(), now_);
    if (next >= of.act_at || next == VirtualTime::max()) return;
    of.act_at = next;
    timeline_.set(next, {Task::Kind::act, of.index, 0});
}

void World::take(Machine& from, node::Transmit& output) {
    const auto to = node_at(output.to, scenario_.nodes());
    if (!to) return break_contract(from, "transmits to an address that nobody gave it");
    if (keeps_back(from, output.datagram)) return;
    Parcel parcel{from.index, *to, from.port, output.to.port, std::move(output.datagram)};
    switch (from.leaving.push(parcel)) {
    case SendQueue::Taken::send: return network_.send(std::move(parcel), now_);
    case SendQueue::Taken::waits: return;
    case SendQueue::Taken::refused: ++result_.edge.refused; return;
    }
}

void World::take(Machine& from, const node::Event& output) {
    if (from.usurps) return;
    note_succession(from, output);
    if (std::holds_alternative<node::MessageReceived>(output)) ++result_.delivered;
    if (std::holds_alternative<node::CommandRefused>(output)) ++result_.refused;
    if (scenario_.cluster) take_register(from, output);
    if (const auto* phase = std::get_if<node::PhaseChanged>(&output)) {
        if (phase->phase == node::Phase::reconnecting) ++result_.reconnects;
        if (phase->phase == node::Phase::connecting) connect(from);
    }
    if (from.participant) {
        if (const auto publication = from.participant->handle(output, now_)) {
            ++result_.sent;
            invariants_.on_publication(from.current(), *publication, now_);
        }
    }
    const auto* incident = std::get_if<node::RelayIncident>(&output);
    // Where people leave and hosts close their relays, a relay may close.
    const auto* ended = std::get_if<node::Ended>(&output);
    const bool may_close = succession_.may_close && ended != nullptr && ended->reason == node::EndReason::relay_closed;
    if (!may_close) invariants_.on_event(incident == nullptr ? from.current() : from.as_relay(), output, now_);
    if (incident != nullptr && incident->kind == node::RelayIncident::Kind::standby_synced && incident->conference)
        copied_.insert(*incident->conference);
    const bool yields = incident != nullptr && incident->kind == node::RelayIncident::Kind::conference_deposed;
    if (yields && incident->conference == conference_) yield_home(from);
    if (std::holds_alternative<node::Ended>(output)) {
        ++result_.ended;
        // Who never got a key learnt nothing of it.
        if (std::get<node::Ended>(output).reason == node::EndReason::no_key) from.has_log = false;
        end_session(from);
    }
}

/// A node that joins anew by itself begins a session that nobody commanded.
void World::connect(Machine& from) {
    if (from.connecting_seen) end_session(from);
    begin_session(from);
    from.connecting_seen = true;
}

void World::take(Machine& from, const node::StoreEntry& output) {
    if (from.usurps) return;
    if (scenario_.succession && from.index == NodeIndex{0} && output.conference == succession_.host_log.conference)
        succession_.host_log.entries.push_back(output.entry);
    if (!conference_ && output.position.value() > 0) decide(output.conference);
    // A standby writes the entries of its copy.
    if (from.index == home_) invariants_.on_entry(from.as_relay(), output, now_);
    keep(from, output);
}

void World::take(Machine& from, const base::TraceEvent& output) {
    if (from.usurps) return;
    if (output.kind == base::TraceEvent::Kind::discard) ++result_.discarded;
    // Of relays: endpoints know one conference.
    if (output.conference && output.conference != conference_) return hold_or_drop(from, output);
    if (output.conference) from.serves = true;
    const bool takes_over = output.kind == base::TraceEvent::Kind::takeover;
    // A standby that restarts reads its copy, and with it the words that were rejected.
    const bool serves = output.conference && output.kind != base::TraceEvent::Kind::reject;
    if (takes_over && from.index != home_) {
        went_on_without_copy_ = went_on_without_copy_ || nobody_has_copy();
        move_home(from.index);
        invariants_.on_takeover(output.position->next());
    } else if (takes_over) {
        // People met there before; from here on it has their log.
        invariants_.on_home(machine(home_).as_relay().node, now_);
    } else if (serves && !from.participant && from.index != home_ && !from.ever_served) {
        // It crashed once its disk knew that it leads, before it could say so.
        move_home(from.index);
    }
    if (serves) from.ever_served = true;
    if (from.participant && !output.conference && output.kind == base::TraceEvent::Kind::log) from.has_log = true;
    write_down(from.index, output);
    // A relay that another one replaced without its knowledge: what it rejects its senders say again there, unless it
    // is the one that goes on.
    const bool by_relay = !from.participant || output.conference;
    const bool may_move = scenario_.succession || (scenario_.standby && scenario_.replicate) || scenario_.cluster;
    const bool void_rejection =
        output.kind == base::TraceEvent::Kind::reject && by_relay && may_move && from.index != home_;
    if (void_rejection) return from.void_rejections.push_back(output);
    invariants_.on_trace(by_relay ? from.as_relay() : from.current(), output, now_);
}

/// Of two relays that served it each by itself, the other one goes on. One that only begins to take it over says so.
void World::yield_home(Machine& from) {
    from.void_rejections.clear();
    from.serves = false;
    const auto other_at = std::ranges::find_if(machines_, &Machine::serves);
    if (from.index != home_ || other_at == machines_.end()) return;
    auto& other = *other_at;
    move_home(other.index);
    timeline_.set(now_, {Task::Kind::wake, other.index, other.wake_generation});
    for (const auto& rejection : std::exchange(other.void_rejections, {}))
        invariants_.on_trace(other.as_relay(), rejection, now_);
}

/// With the conference's times as virtual ones, so that readers compare them with when things happened.
void World::write_down(NodeIndex node, const base::TraceEvent& event) {
    if (!trace_->wanted()) return;
    if (!event.sent_at || *event.sent_at == base::ConferenceTime{}) return trace_->write(now_, node, event);
    auto written = event;
    written.sent_at = clocks_.to_virtual(*event.sent_at);
    if (event.deadline) written.deadline = clocks_.to_virtual(*event.deadline);
    trace_->write(now_, node, written);
}

/// Before anybody has joined, a conference has one entry. Which of two relays people meet at then is the last that took
/// any over.
void World::hold_or_drop(const Machine& from, const base::TraceEvent& output) {
    if (conference_) return;
    if (output.kind == base::TraceEvent::Kind::log) undecided_[*output.conference] = {from.current(), output};
    if (output.kind == base::TraceEvent::Kind::takeover && from.index != home_) move_home(from.index);
}

void World::decide(const base::ConferenceHandle& conference) {
    conference_ = conference;
    const auto found = undecided_.find(conference);
    if (found == undecided_.end()) return;
    const auto& [session, genesis] = found->second;
    // A relay that has started since says it again of what its disk gave back.
    if (session != machine(session.node).current()) return;
    trace_->write(now_, session.node, genesis);
    invariants_.on_trace(session, genesis, now_);
}

void World::take(Machine& from, const node::Wake& output) {
    const auto at = std::max(clocks_.of(from.index).when(output.at), now_);
    from.wakes_in_place = at == now_ ? from.wakes_in_place + 1 : 0;
    if (from.wakes_in_place > wakes_in_place_max) return break_contract(from, "asks to be woken at once, for ever");
    if (at == from.wake_at) return;
    from.wake_at = at;
    ++from.wake_generation;
    timeline_.set(at, {Task::Kind::wake, from.index, from.wake_generation});
}

} // namespace plenum::sim
