// SPDX-License-Identifier: Apache-2.0
// What members give a relay back that came back with less than they know (conference/log_recovery.cpp).
#include "core/base/home.h"
#include "core/peer/hello.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Operations and knocks that wait for a conference to settle.
constexpr std::size_t held_max = 1024;

bool would_grow_log(const wire::ControlMessage& message) {
    return std::holds_alternative<wire::Submit>(message) || std::holds_alternative<wire::Knock>(message) ||
           std::holds_alternative<wire::RefuseKnock>(message);
}

/// Whether a log of that size may take its place. Where a standby has a copy, that one knows what is newer, or leads.
bool is_older(RelayConference& own, base::LogPosition log_size) {
    return own.recovery().may_be_given() && !own.archive().durability().replicated() && own.state().size < log_size;
}

} // namespace

bool Relay::holds_back(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    auto* conference = conference_of(session);
    if (conference == nullptr || !conference->recovery().settling() || !would_grow_log(message)) return false;
    auto& held = held_[conference->handle()];
    if (held.size() >= held_max) {
        session.link.close(wire::CloseReason::too_slow, now);
        return true;
    }
    held.push_back({session.index, message});
    return true;
}

/// Between two turns of sessions, since what waited may take some of these away.
void Relay::settle(base::LocalTime now) {
    for (auto item = settling_.begin(); item != settling_.end();) {
        auto* found = conferences_.find(*item);
        const bool over = found == nullptr || !found->recovery().settling();
        if (!over && !found->recovery().settles_now(now)) {
            ++item;
            continue;
        }
        item = settling_.erase(item);
        if (!over) contain(*found, now, [&] { settle(*found, now); });
    }
}

void Relay::settle(RelayConference& conference, base::LocalTime now) {
    std::vector<const RelaySession*> attached;
    for (const auto index : conference.fan_out().sessions()) {
        const auto& session = sessions_.at(index);
        if (session.attached) attached.push_back(&session);
    }
    conference.recovery().settle(attached, conference_time(conference, now));
    conferences_.reschedule(conference);
    touch_all(conference);
    const auto held = held_.extract(conference.handle());
    if (held.empty()) return;
    for (auto& [index, message] : held.mapped()) {
        auto* session = sessions_.find(index);
        if (session == nullptr) continue;
        handle_control(*session, message, now);
        sessions_.touch(index);
    }
}

void Relay::ask_for_more(RelaySession& session, const wire::Attach& attach, RelayConference& conference) {
    const bool asked = session.ahead.has_value();
    session.ahead = attach;
    if (asked) return;
    ++reporter_.counters().conferences_behind;
    // Whom this log does not know learns nothing of it, not even how long it is.
    const bool known = conference.state().joined_keys.contains(session.exchange);
    std::ignore = send_control(session.link, wire::LogWanted{known ? conference.state().size : base::LogPosition{}});
    reporter_.tell(RelayIncident{RelayIncident::Kind::conference_behind, session.link.peer(), {}});
}

void Relay::handle_given(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now) {
    if (session.restoring) return handle_restored(session, entry, now);
    if (session.restore_answered) return;
    auto* conference = conference_of(session);
    if (conference == nullptr || !session.ahead) return session.link.close(wire::CloseReason::protocol_error, now);
    const auto before = conference->state().size;
    // Somebody else may have given it, and the log have gone on since.
    const bool given =
        conference->recovery().may_be_given() && conference->recovery().give(entry.entry, now).has_value();
    if (!given) return session.link.close(wire::CloseReason::protocol_error, now);
    session.opened_at = now;
    reporter_.counters().entries_refilled += conference->state().size.value() - before.value();
    if (conference->state().size < session.ahead->next_entry) return;
    const auto attach = *std::exchange(session.ahead, std::nullopt);
    handle_attach(session, attach, now);
}

void Relay::handle_restore(RelaySession& session, const wire::Restore& restore, base::LocalTime now) {
    const auto answer = [&](wire::CreateOutcome outcome) {
        session.restore_answered = true;
        std::ignore = send_control(session.link, wire::CreateAnswer{outcome});
    };
    const bool open = session.pattern == wire::HandshakePattern::open &&
                      session.conference == service_doors_.restoring_at(restore.conference);
    if (!open || session.restoring || session.restore_answered)
        return session.link.close(wire::CloseReason::protocol_error, now);
    if (!conferences_.contains(restore.conference) && !replicas_.takes_offer(restore.conference, session.exchange, now))
        return answer(wire::CreateOutcome::refused);
    if (auto behind = replicas_.give_up_behind(restore.conference, now)) take_over(std::move(*behind), now);
    // Where the disk knows no link that members still have, this door is their only way in.
    auto* own = conferences_.find(restore.conference);
    if (own != nullptr && !is_older(*own, restore.log_size)) return answer(wire::CreateOutcome::exists);
    const auto left_out = left_out_.find(restore.conference);
    const bool waits = left_out != left_out_.end() && now < left_out->second;
    if (waits || failed_.contains(restore.conference) || !is_free(restore.conference, restore.conference))
        return answer(wire::CreateOutcome::refused);
    session.restoring = draft_of(restore.conference, restore.access);
    session.restored_size = restore.log_size;
}

std::shared_ptr<RelayConference> Relay::draft_of(const base::ConferenceHandle& handle, const base::SecretKey& access) {
    auto draft = std::make_shared<RelayConference>(handle, crypto::SecretKey{access}, keys_, outbox_, ways_);
    draft->sequencer().mark_draft();
    return draft;
}

/// A member's log begins with a checkpoint that this relay has signed; else nobody fills its memory.
void Relay::handle_given(RelaySession& session, const wire::LogState& state, base::LocalTime now) {
    if (session.restore_answered) return;
    const auto entry = wire::decode<log::Entry>(state.entry);
    const bool asked = session.restoring ? session.restoring->sequencer().log().empty()
                                         : session.ahead.has_value() && conference_of(session) != nullptr;
    const bool taken =
        asked && entry && log::verify_sequencer(*entry, keys_.identity.public_key) && session.given_state.begin(state);
    if (!taken) session.link.close(wire::CloseReason::refused, now);
}

void Relay::handle_given(RelaySession& session, const wire::LogStatePart& part, base::LocalTime now) {
    if (session.restore_answered) return;
    if (!session.given_state.add(part)) return session.link.close(wire::CloseReason::refused, now);
    session.opened_at = now;
    if (session.given_state.whole()) take_given_state(session, now);
}

/// Where this relay has a log, but the member's has nothing of what would follow it, another is made beside it, and
/// takes its place once it is whole: a disk that is so old is as good as lost.
void Relay::take_given_state(RelaySession& session, base::LocalTime now) {
    const auto entry = wire::decode<log::Entry>(session.given_state.entry());
    auto state = session.given_state.take_state();
    if (!session.restoring) {
        auto* conference = conference_of(session);
        if (conference == nullptr || !session.ahead || entry->position < conference->state().size) return;
        session.restoring = draft_of(conference->handle(), conference->admission().access().expose());
        session.restored_size = session.ahead->next_entry;
    }
    auto& draft = *session.restoring;
    if (!draft.recovery().give_state(std::move(state), session.given_state.entry()) || !draft.sequencer().is_ours())
        return session.link.close(wire::CloseReason::refused, now);
    if (draft.state().size >= session.restored_size) take_restored(session, now);
}

void Relay::handle_restored(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now) {
    auto& conference = *session.restoring;
    // Each must bear this relay's own signature, so that nobody fills its memory with anything else.
    const auto before = conference.state().size;
    const bool given = conference.recovery().give(entry.entry, now).has_value() && conference.state().size > before &&
                       conference.sequencer().is_ours();
    if (!given) return session.link.close(wire::CloseReason::refused, now);
    session.opened_at = now;
    if (conference.state().size >= session.restored_size) take_restored(session, now);
}

/// Members alone: whoever else had the entries could bring back a conference that is over.
void Relay::take_restored(RelaySession& session, base::LocalTime now) {
    session.restore_answered = true;
    auto conference = std::move(session.restoring);
    const auto answer = [&](wire::CreateOutcome outcome) {
        std::ignore = send_control(session.link, wire::CreateAnswer{outcome});
    };
    const auto handle = conference->handle();
    const auto& state = conference->state();
    const bool member = state.find(session.exchange) != nullptr && !state.ended;
    const bool free = is_free(handle, handle) && is_free(conference->admission().door(), handle);
    const bool sound = member && free && conference->sequencer().catch_up(now);
    if (auto* own = conferences_.find(handle)) {
        const bool replaced = sound && is_older(*own, state.size);
        if (!replaced && session.ahead) return session.link.close(wire::CloseReason::restarting, now);
        if (!replaced) return answer(wire::CreateOutcome::exists);
        close_sessions(*own, now);
        doors_.close(handle);
        conferences_.remove(handle);
    }
    if (!sound) return answer(wire::CreateOutcome::refused);
    if (!make_room_for_conference(now)) return answer(wire::CreateOutcome::full);
    std::ignore = conference->admission().take_old_door();
    conference->recovery().begin_restored(now);
    conference->archive().bound(limits_.history_bytes, conference->state());
    if (!session.ahead) conference->admission().creator = session.index;
    open_door(*conference);
    reporter_.counters().entries_refilled += state.size.value();
    ++reporter_.counters().conferences_restored;
    auto& made = conferences_.add(std::move(conference));
    replicate(made, ConferenceRole::primary, now);
    conferences_.reschedule(made);
    settling_.insert(handle);
    refilling_.insert(handle);
    answer_creator(made);
    report();
    reporter_.tell(RelayIncident{RelayIncident::Kind::conference_restored, session.link.peer(), {}});
}

} // namespace plenum::node
