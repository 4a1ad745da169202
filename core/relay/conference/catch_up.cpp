// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/catch_up.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

base::LogPosition CatchUp::log_end(const RelaySession& session) const {
    const auto& state = sequencer_.state();
    if (state.find(session.peer.exchange) != nullptr) return state.size;
    const auto joined = state.joined_keys.find(session.peer.exchange);
    const auto* left = joined == state.joined_keys.end() ? nullptr : state.archive.find(joined->second);
    return left == nullptr ? base::LogPosition{} : left->left_size;
}

/// Whoever has nothing and joined since the newest checkpoint begins there. The state that it covers is for members
/// alone: it holds the access key of the newest link. Nobody finds their own keys in it, so who joined before lacks
/// what the log no longer has, unless it is still held.
bool CatchUp::begins_at_checkpoint(const RelaySession& session, base::LogPosition next) const {
    const auto& log = sequencer_.log();
    const auto* member = sequencer_.state().find(session.peer.exchange);
    return next.value() == 0 && log.covered() && member != nullptr && member->index >= log.covered()->next_member;
}

void CatchUp::begin(RelaySession& session, const wire::Attach& attach, base::LogPosition end) const {
    session.progress.next_entry =
        session.progress.state_sender ? session.progress.state_sender->next_entry() : std::min(attach.next_entry, end);
    session.progress.held = std::min(attach.next_entry, end);
    session.progress.in_flight.clear();
    session.progress.cursors.clear();
    for (const auto& position : attach.positions)
        session.progress.cursors[{position.flow, position.sender}] = position.next;
}

bool CatchUp::pump(RelaySession& session, base::LocalTime now) const {
    if (!session.attached) return false;
    auto& edge = session.peer.edge;
    const bool has_room = !edge || edge->has_room(session.link);
    const bool left = !has_room || pump_all(session, now);
    // Also behind what others sent meanwhile.
    if (edge) edge->mark(session.link);
    return left;
}

bool CatchUp::has_arrived(const RelaySession& session) const {
    const auto end = std::min(log_end(session), archive_.durability().log_end());
    return session.progress.in_flight.empty() && session.progress.next_entry >= end;
}

bool CatchUp::pump_all(RelaySession& session, base::LocalTime now) const {
    if (session.progress.next_entry < sequencer_.log().first()) {
        session.link.close(wire::CloseReason::too_slow, now);
        return false;
    }
    bool left = pump_log(session);
    if (!fan_out_.admits(session)) return left;
    for (const auto& [stream, history] : archive_.history().streams())
        left = pump_history(session, stream, history) || left;
    return left;
}

bool CatchUp::pump_state(RelaySession& session) const {
    if (!session.progress.state_sender) return true;
    if (sequencer_.log().beginning() < archive_.durability().log_end() &&
        session.progress.state_sender->pump(session.link)) {
        session.progress.state_sender.reset();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        session.progress.in_flight.emplace_back(session.progress.next_entry, written);
        return true;
    }
    return false;
}

bool CatchUp::pump_log(RelaySession& session) const {
    const auto& edge = session.peer.edge;
    const auto arrived =
        edge ? edge->delivered() : session.link.stream_progress(base::PriorityClass::control).acknowledged;
    auto& in_flight = session.progress.in_flight;
    while (!in_flight.empty() && in_flight.front().second <= arrived) {
        session.progress.held = in_flight.front().first;
        in_flight.pop_front();
    }
    if (!pump_state(session)) return true;
    const auto& log = sequencer_.log();
    const auto end = std::min(log_end(session), archive_.durability().log_end());
    while (session.progress.next_entry < end && log.holds(session.progress.next_entry)) {
        if (!session.link.stream_progress(base::PriorityClass::control).has_room) return true;
        const auto* causes = order_.causes_of(session.progress.next_entry);
        if (causes != nullptr && fan_out_.is_in(session, causes->conversation))
            std::ignore = send_control(session.link, *causes);
        if (!send_control(session.link, wire::LogEntry{log.at(session.progress.next_entry)})) return true;
        session.progress.next_entry = session.progress.next_entry.next();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        in_flight.emplace_back(session.progress.next_entry, written);
    }
    return false;
}

bool CatchUp::pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history) const {
    const auto& state = sequencer_.state();
    const auto* flow = state.find(stream.first);
    if (flow == nullptr || stream.second == session.member || !fan_out_.is_for(session, *flow)) return false;
    auto& cursor = session.progress.cursors.try_emplace(stream, base::SequenceNumber{1}).first->second;
    const auto told = archive_.durability().next(stream);
    if (cursor >= told) return false;
    const auto* reader = state.archive.find(session.member);
    // Who came after a flow was closed was never told of it.
    const auto* created = state.find_created(stream.first);
    const bool closed_before =
        created != nullptr && !created->is_open() && reader != nullptr && reader->keyed_size > created->closed_size;
    if (closed_before) return false;
    // Before their first key arrived, messages are closed to them.
    if (reader == nullptr || reader->keyed_size.value() == 0 || session.progress.held < reader->keyed_size) return true;
    // Of their group they read what came after the turn of its keys that followed their entry.
    const bool of_group = flow->conversation > log::plenary;
    const auto* member = of_group ? state.find(session.member) : nullptr;
    const auto group_keyed = member == nullptr ? base::LogPosition{} : member->group_keyed_size;
    if (of_group && (group_keyed.value() == 0 || session.progress.held < group_keyed)) return true;
    const auto readable_from = std::max(reader->readable_from, group_keyed);
    for (const auto& item : history.from(cursor)) {
        if (item.sequence >= told) return false;
        if (item.log_size < readable_from) {
            cursor = item.sequence.next();
            continue;
        }
        if (item.log_size > session.progress.held || !session.link.stream_progress(flow->priority).has_room)
            return true;
        const wire::ReliableMessage message{stream.first, stream.second, item.sequence, item.sealed, item.log_size};
        if (!session.link.send_stream(flow->priority, wire::encode(message))) return true;
        cursor = item.sequence.next();
    }
    return false;
}

} // namespace plenum::node
