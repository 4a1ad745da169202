// SPDX-License-Identifier: Apache-2.0
// What a relay keeps of a log, and how somebody reads it (docs/checkpoints.md).
#include "core/log/checkpoint.h"
#include "core/peer/hello.h"
#include "core/relay/relay_conference.h"

#include <algorithm>

namespace plenum::node {

void RelayConference::cover(const base::Bytes& state) {
    log_.cover(state, state_.next_member);
    if (!draft_) outbox_.push(StoreCheckpoint{handle_, log_.beginning(), state});
}

/// All before it is covered by this state.
std::expected<void, log::Refusal> RelayConference::begin_at(base::Bytes state) {
    auto decoded = log::decode_state(state);
    if (!decoded) return std::unexpected{log::Refusal::malformed};
    state_ = std::move(*decoded);
    log_.begin({state_.size, std::move(state), state_.next_member});
    door_ = state_.door.handle;
    if (state_.door.generation > 0) access_ = crypto::SecretKey{state_.door.access};
    return {};
}

/// Whoever has nothing and joined since the newest checkpoint begins there. The state that it covers is for members
/// alone: it holds the access key of the newest link. Nobody finds their own keys in it, so who joined before lacks
/// what the log no longer has, unless it is still held.
bool RelayConference::begins_at_checkpoint(const RelaySession& session, base::LogPosition next) const {
    const auto* member = state_.find(session.exchange);
    return next.value() == 0 && log_.covered() && member != nullptr && member->index >= log_.covered()->next_member;
}

bool RelayConference::pump_state(RelaySession& session) const {
    if (!session.state_sender) return true;
    if (log_.beginning() < durability_.log_end() && session.state_sender->pump(session.link)) {
        session.state_sender.reset();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        session.log_in_flight.emplace_back(session.next_entry, written);
        return true;
    }
    return false;
}

bool RelayConference::pump_log(RelaySession& session) const {
    const auto progress = session.link.stream_progress(base::PriorityClass::control);
    auto& in_flight = session.log_in_flight;
    while (!in_flight.empty() && in_flight.front().second <= progress.acknowledged) {
        session.log_held = in_flight.front().first;
        in_flight.pop_front();
    }
    if (!pump_state(session)) return true;
    const auto end = std::min(log_end(session), durability_.log_end());
    while (session.next_entry < end && log_.holds(session.next_entry)) {
        if (!session.link.stream_has_room(base::PriorityClass::control)) return true;
        const auto causes = causes_.find(session.next_entry);
        if (causes != causes_.end() && is_in(session, causes->second.conversation))
            std::ignore = send_control(session.link, causes->second);
        if (!send_control(session.link, wire::LogEntry{log_.at(session.next_entry)})) return true;
        session.next_entry = session.next_entry.next();
        const auto written = session.link.stream_progress(base::PriorityClass::control).written;
        in_flight.emplace_back(session.next_entry, written);
    }
    return false;
}

std::expected<void, log::Refusal> RelayConference::give_state(base::Bytes state, base::ByteView checkpoint) {
    const auto entry = wire::decode<log::Entry>(checkpoint);
    if (!entry || !log_.empty()) return std::unexpected{log::Refusal::malformed};
    if (const auto begun = begin_at(std::move(state)); !begun) return begun;
    const auto applied = log::apply(state_, *entry);
    if (!applied) return std::unexpected{applied.error()};
    if (!applied->covered) return std::unexpected{log::Refusal::other_state};
    log_.push({checkpoint.begin(), checkpoint.end()});
    if (!draft_) {
        store_newest();
        outbox_.push(StoreCheckpoint{handle_, log_.beginning(), log_.covered()->state});
    }
    keep(*applied, checkpoint.size());
    trace_told();
    return {};
}

} // namespace plenum::node
