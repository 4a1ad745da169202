// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/catch_up.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

base::LogPosition CatchUp::log_end(const RelaySession& session) const {
    const auto& state = sequencer_.state();
    if (state.find(session.exchange) != nullptr) return state.size;
    const auto joined = state.joined_keys.find(session.exchange);
    const auto* left = joined == state.joined_keys.end() ? nullptr : state.archive.find(joined->second);
    return left == nullptr ? base::LogPosition{} : left->left_size;
}

/// Whoever has nothing and joined since the newest checkpoint begins there. The state that it covers is for members
/// alone: it holds the access key of the newest link. Nobody finds their own keys in it, so who joined before lacks
/// what the log no longer has, unless it is still held.
bool CatchUp::begins_at_checkpoint(const RelaySession& session, base::LogPosition next) const {
    const auto& log = sequencer_.log();
    const auto* member = sequencer_.state().find(session.exchange);
    return next.value() == 0 && log.covered() && member != nullptr && member->index >= log.covered()->next_member;
}

void CatchUp::begin(RelaySession& session, const wire::Attach& attach, base::LogPosition end) const {
    session.next_entry = session.state_sender ? session.state_sender->next_entry() : std::min(attach.next_entry, end);
    session.log_held = std::min(attach.next_entry, end);
    session.log_in_flight.clear();
    session.cursors.clear();
    for (const auto& position : attach.positions)
        session.cursors[{position.flow, position.sender}] = position.next;
}

bool CatchUp::pump(RelaySession& session, base::LocalTime now) const {
    if (!session.attached) return false;
    if (session.next_entry < sequencer_.log().first()) {
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
    if (!session.state_sender) return true;
    if (sequencer_.log().beginning() < archive_.durability().log_end() && session.state_sender->pump(session.link)) {
        session.state_sender.reset();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        session.log_in_flight.emplace_back(session.next_entry, written);
        return true;
    }
    return false;
}

bool CatchUp::pump_log(RelaySession& session) const {
    const auto progress = session.link.stream_progress(base::PriorityClass::control);
    auto& in_flight = session.log_in_flight;
    while (!in_flight.empty() && in_flight.front().second <= progress.acknowledged) {
        session.log_held = in_flight.front().first;
        in_flight.pop_front();
    }
    if (!pump_state(session)) return true;
    const auto& log = sequencer_.log();
    const auto end = std::min(log_end(session), archive_.durability().log_end());
    while (session.next_entry < end && log.holds(session.next_entry)) {
        if (!session.link.stream_has_room(base::PriorityClass::control)) return true;
        const auto* causes = order_.causes_of(session.next_entry);
        if (causes != nullptr && fan_out_.is_in(session, causes->conversation))
            std::ignore = send_control(session.link, *causes);
        if (!send_control(session.link, wire::LogEntry{log.at(session.next_entry)})) return true;
        session.next_entry = session.next_entry.next();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        in_flight.emplace_back(session.next_entry, written);
    }
    return false;
}

bool CatchUp::pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history) const {
    const auto& state = sequencer_.state();
    const auto* flow = state.find(stream.first);
    if (flow == nullptr || stream.second == session.member || !fan_out_.is_for(session, *flow)) return false;
    auto& cursor = session.cursors.try_emplace(stream, base::SequenceNumber{1}).first->second;
    const auto told = archive_.durability().next(stream);
    if (cursor >= told) return false;
    const auto* reader = state.archive.find(session.member);
    // Before their first key arrived, messages are closed to them.
    if (reader == nullptr || reader->keyed_size.value() == 0 || session.log_held < reader->keyed_size) return true;
    for (const auto& item : history.from(cursor)) {
        if (item.sequence >= told) return false;
        if (item.log_size < reader->readable_from) {
            cursor = item.sequence.next();
            continue;
        }
        if (item.log_size > session.log_held || !session.link.stream_has_room(flow->priority)) return true;
        const wire::ReliableMessage message{stream.first, stream.second, item.sequence, item.sealed, item.log_size};
        if (!session.link.send_stream(flow->priority, wire::encode(message))) return true;
        cursor = item.sequence.next();
    }
    return false;
}

} // namespace plenum::node
