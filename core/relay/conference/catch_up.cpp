// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/catch_up.h"

#include "core/peer/hello.h"
#include "core/relay/multicast/conference_tree.h"

#include <algorithm>
#include <set>

namespace plenum::node {
namespace {

/// Sessions that lag no more than so many entries or messages get references to the same bodies.
constexpr std::uint64_t recent_max = 64;

} // namespace

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

void CatchUp::begin(RelaySession& session, const wire::Attach& attach, base::LogPosition end,
                    base::LocalTime now) const {
    // It may be behind an edge that the tree has not reached.
    if (session.peer.edge) fan_out_.tree().bodies().announce(now);
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
    bool left = pump_log(session, now);
    if (!fan_out_.admits(session)) return left;
    for (const auto& [stream, history] : archive_.history().streams())
        left = pump_history(session, stream, history, now) || left;
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

bool CatchUp::pump_log(RelaySession& session, base::LocalTime now) const {
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
        if (!send_entry(session, now)) return true;
        session.progress.next_entry = session.progress.next_entry.next();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        in_flight.emplace_back(session.progress.next_entry, written);
    }
    return false;
}

bool CatchUp::pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history,
                           base::LocalTime now) const {
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
        if (!send_message(session, *flow, message, now)) return true;
        cursor = item.sequence.next();
    }
    return false;
}

bool CatchUp::send_entry(RelaySession& session, base::LocalTime now) const {
    const auto position = session.progress.next_entry;
    const wire::LogEntry entry{sequencer_.log().at(position)};
    if (!session.peer.edge) return send_control(session.link, entry);
    const bool recent = position.value() + recent_max >= sequencer_.state().size.value();
    const auto lacks = [&](const RelaySession& other) {
        const auto next = other.progress.next_entry;
        return recent && !other.progress.state_sender && next <= position &&
               next.value() + recent_max > position.value() && position < log_end(other);
    };
    const auto message = wire::encode_choice(wire::ControlMessage{entry});
    return send_relayed(session, BodyKey::of(position), base::PriorityClass::control, message, lacks, now);
}

bool CatchUp::send_message(RelaySession& session, const log::FlowDeclaration& flow,
                           const wire::ReliableMessage& message, base::LocalTime now) const {
    const auto encoded = wire::encode(message);
    // Files would delay what the tree carries, which has one class.
    if (!session.peer.edge || flow.priority == base::PriorityClass::bulk)
        return session.link.send_stream(flow.priority, encoded).has_value();
    const flow::StreamId stream{message.flow, message.sender};
    const auto sequence = message.sequence.value();
    const bool recent = sequence + recent_max >= archive_.history().next(stream).value();
    const auto lacks = [&](const RelaySession& other) {
        if (!recent || !fan_out_.admits(other) || !fan_out_.is_for(other, flow) || other.member == stream.second)
            return false;
        const auto cursor = other.progress.cursors.find(stream);
        const auto next = cursor == other.progress.cursors.end() ? 1 : cursor->second.value();
        return next <= sequence && next + recent_max > sequence;
    };
    return send_relayed(session, {stream, sequence}, flow.priority, encoded, lacks, now);
}

template <class Lacks>
bool CatchUp::send_relayed(RelaySession& session, const BodyKey& key, base::PriorityClass stream,
                           base::ByteView message, const Lacks& lacks, base::LocalTime now) const {
    auto& bodies = fan_out_.tree().bodies();
    auto& path = *session.peer.edge;
    auto reference = bodies.find(key, message, path.edge());
    if (!reference) {
        std::size_t sessions = 0;
        std::set<std::uint64_t> edges;
        for (const auto* other : fan_out_.entered()) {
            if (!other->peer.edge) continue;
            edges.insert(other->peer.edge->edge());
            sessions += other->attached && lacks(*other) ? 1 : 0;
        }
        // A body goes to each edge, so it is to save more copies than it costs.
        if (sessions > edges.size()) reference = bodies.share(key, message, edges, now);
    }
    if (!reference) return session.link.send_stream(stream, message).has_value();
    const bool sent = stream == base::PriorityClass::control
                          ? send_control(session.link, *reference)
                          : session.link.send_stream(stream, wire::encode(*reference)).has_value();
    if (!sent) return false;
    bodies.note_reference();
    path.note_reference(*reference, key, message.size());
    return true;
}

base::Bytes CatchUp::find(const BodyKey& key) const {
    if (key.stream == flow::StreamId{}) {
        const base::LogPosition position{key.number};
        if (!sequencer_.log().holds(position)) return {};
        return wire::encode_choice(wire::ControlMessage{wire::LogEntry{sequencer_.log().at(position)}});
    }
    const auto history = archive_.history().streams().find(key.stream);
    if (history == archive_.history().streams().end()) return {};
    const base::SequenceNumber sequence{key.number};
    const auto items = history->second.from(sequence);
    if (items.empty() || items.front().sequence != sequence) return {};
    const auto& item = items.front();
    return wire::encode(
        wire::ReliableMessage{key.stream.first, key.stream.second, item.sequence, item.sealed, item.log_size});
}

void CatchUp::answer(RelaySession& session, const wire::BodyReference& wanted, base::LocalTime now) const {
    const auto key = session.peer.edge->take_wanted(wanted);
    auto message = key ? find(*key) : base::Bytes{};
    // The edge tells the member to come again.
    if (message.empty() || !send_control(session.link, wire::BodyGiven{wanted, std::move(message)}))
        session.link.close(wire::CloseReason::too_slow, now);
}

} // namespace plenum::node
