// SPDX-License-Identifier: Apache-2.0
#include "core/relay/recovery_handler.h"

#include "core/base/home.h"
#include "core/log/apply_known.h"
#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

bool would_grow_log(const wire::ControlMessage& message) {
    return std::holds_alternative<wire::Submit>(message) || std::holds_alternative<wire::Knock>(message) ||
           std::holds_alternative<wire::RefuseKnock>(message);
}

/// Whether a log of that size may take its place. Where a standby has a copy, that one knows what is newer, or leads.
bool is_older(RelayConference& own, base::LogPosition log_size) {
    return own.recovery().may_be_given() && !own.archive().durability().replicated() && own.state().size < log_size;
}

} // namespace

bool RecoveryHandler::holds_back(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    auto* conference = session.home;
    if (conference == nullptr || !conference->recovery().settling() || !would_grow_log(message)) return false;
    if (!conference->recovery().hold(session.index, message)) session.link.close(wire::CloseReason::too_slow, now);
    return true;
}

/// Between two turns of sessions, since what waited may take some of these away.
void RecoveryHandler::settle(base::LocalTime now) {
    for (auto item = parts_.registry.served().settling().begin(); item != parts_.registry.served().settling().end();) {
        auto* found = parts_.registry.served().find(*item);
        const bool over = found == nullptr || !found->recovery().settling();
        if (!over && !found->recovery().settles_now(now)) {
            ++item;
            continue;
        }
        item = parts_.registry.served().settling().erase(item);
        if (!over) parts_.registry.contain(*found, now, [&] { settle(*found, now); });
    }
}

void RecoveryHandler::settle(RelayConference& conference, base::LocalTime now) {
    std::vector<const RelaySession*> attached;
    for (const auto index : conference.fan_out().sessions()) {
        const auto& session = parts_.sessions.at(index);
        if (session.attached) attached.push_back(&session);
    }
    conference.recovery().settle(attached, conference.sequencer().clock().to_conference(now));
    parts_.registry.served().reschedule(conference);
    for (const auto index : conference.fan_out().sessions()) {
        parts_.sessions.at(index).progress.pump_due = true;
        parts_.sessions.touch(index);
    }
    for (auto& [index, message] : conference.recovery().take_held()) {
        auto* session = parts_.sessions.find(index);
        if (session == nullptr) continue;
        parts_.handler.handle_control(*session, message, now);
        parts_.sessions.touch(index);
    }
}

void RecoveryHandler::ask_for_more(RelaySession& session, const wire::Attach& attach, RelayConference& conference) {
    const bool asked = session.giving.ahead.has_value();
    session.giving.ahead = attach;
    if (asked) return;
    ++parts_.reporter.counters().conferences_behind;
    // Whom this log does not know learns nothing of it, not even how long it is.
    const bool known = conference.state().joined_keys.contains(session.peer.exchange);
    std::ignore = send_control(session.link, wire::LogWanted{known ? conference.state().size : base::LogPosition{}});
    parts_.reporter.tell(RelayIncident{RelayIncident::Kind::conference_behind, session.link.peer(), {}});
}

void RecoveryHandler::handle(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now) {
    if (session.giving.draft) return handle_restored(session, entry, now);
    if (session.giving.answered) return;
    auto* conference = session.home;
    if (conference == nullptr || !session.giving.ahead)
        return session.link.close(wire::CloseReason::protocol_error, now);
    const auto before = conference->state().size;
    // Somebody else may have given it, and the log have gone on since.
    const bool given =
        conference->recovery().may_be_given() && conference->recovery().give(entry.entry, now).has_value();
    if (!given) return session.link.close(wire::CloseReason::protocol_error, now);
    session.life.opened_at = now;
    parts_.reporter.counters().entries_refilled += conference->state().size.value() - before.value();
    if (conference->state().size < session.giving.ahead->next_entry) return;
    const auto attach = *std::exchange(session.giving.ahead, std::nullopt);
    parts_.handler.attach(session, attach, now);
}

void RecoveryHandler::handle(RelaySession& session, const wire::Restore& restore, base::LocalTime now) {
    const auto answer = [&](wire::CreateOutcome outcome) {
        session.giving.answered = true;
        std::ignore = send_control(session.link, wire::CreateAnswer{outcome});
    };
    const bool open = session.peer.pattern == wire::HandshakePattern::open &&
                      session.peer.conference == parts_.doors.restoring_at(restore.conference);
    if (!open || session.giving.draft || session.giving.answered)
        return session.link.close(wire::CloseReason::protocol_error, now);
    const bool served = parts_.registry.served().contains(restore.conference);
    if (!served && restore.fence != base::ConferenceTime{}) {
        parts_.registry.replicas().handle_witness(restore, session.peer.exchange, *session.peer.identity);
        return answer(wire::CreateOutcome::refused);
    }
    if (!served && !parts_.registry.replicas().takes_offer(restore.conference, session.peer.exchange, now))
        return answer(wire::CreateOutcome::refused);
    if (auto behind = parts_.registry.replicas().give_up_behind(restore.conference, now))
        parts_.resumption.take_over(std::move(*behind), now);
    // Where the disk knows no link that members still have, this door is their only way in.
    auto* own = parts_.registry.served().find(restore.conference);
    if (own != nullptr && !is_older(*own, restore.log_size)) return answer(wire::CreateOutcome::exists);
    if (!parts_.registry.may_be_restored(restore.conference, now)) return answer(wire::CreateOutcome::refused);
    session.giving.draft = make_draft(restore.conference, restore.access);
    session.giving.size = restore.log_size;
}

std::shared_ptr<RelayConference> RecoveryHandler::make_draft(const base::ConferenceHandle& handle,
                                                             const base::SecretKey& access) const {
    auto draft = parts_.registry.make(handle, crypto::SecretKey{access});
    draft->sequencer().mark_draft();
    return draft;
}

/// A member's log begins with a checkpoint that this relay has signed; else nobody fills its memory.
void RecoveryHandler::handle(RelaySession& session, const wire::LogState& state, base::LocalTime now) {
    if (session.giving.answered) return;
    const auto entry = wire::decode<log::Entry>(state.entry);
    const bool asked = session.giving.draft ? session.giving.draft->sequencer().log().empty()
                                            : session.giving.ahead.has_value() && session.home != nullptr;
    const bool taken = asked && entry && log::verify_sequencer(*entry, parts_.keys.identity.public_key) &&
                       session.giving.state.begin(state);
    if (!taken) session.link.close(wire::CloseReason::refused, now);
}

void RecoveryHandler::handle(RelaySession& session, const wire::LogStatePart& part, base::LocalTime now) {
    if (session.giving.answered) return;
    if (!session.giving.state.add(part)) return session.link.close(wire::CloseReason::refused, now);
    session.life.opened_at = now;
    if (session.giving.state.whole()) take_state(session, now);
}

/// Where this relay has a log, but the member's has nothing of what would follow it, another is made beside it, and
/// takes its place once it is whole: a disk that is so old is as good as lost.
void RecoveryHandler::take_state(RelaySession& session, base::LocalTime now) {
    const auto entry = wire::decode<log::Entry>(session.giving.state.entry());
    auto state = session.giving.state.take_state();
    if (!session.giving.draft) {
        auto* conference = session.home;
        if (conference == nullptr || !session.giving.ahead || entry->position < conference->state().size) return;
        session.giving.draft = make_draft(conference->handle(), conference->admission().access().expose());
        session.giving.size = session.giving.ahead->next_entry;
    }
    auto& draft = *session.giving.draft;
    if (!draft.recovery().give_state(std::move(state), session.giving.state.entry()) || !draft.sequencer().is_ours()) {
        // What it said behind that may be here already, and must not build on a state that nobody vouches for.
        session.giving.answered = true;
        session.giving.draft.reset();
        return session.link.close(wire::CloseReason::refused, now);
    }
    if (draft.state().size >= session.giving.size) take_restored(session, now);
}

void RecoveryHandler::handle_restored(RelaySession& session, const wire::LogEntry& entry, base::LocalTime now) {
    auto& conference = *session.giving.draft;
    // Each must bear this relay's own signature, so that nobody fills its memory with anything else.
    const auto before = conference.state().size;
    const bool given = conference.recovery().give(entry.entry, now).has_value() && conference.state().size > before &&
                       conference.sequencer().is_ours();
    if (!given) return session.link.close(wire::CloseReason::refused, now);
    session.life.opened_at = now;
    if (conference.state().size >= session.giving.size) take_restored(session, now);
}

/// Members alone: whoever else had the entries could bring back a conference that is over.
void RecoveryHandler::take_restored(RelaySession& session, base::LocalTime now) {
    session.giving.answered = true;
    auto conference = std::move(session.giving.draft);
    const auto answer = [&](wire::CreateOutcome outcome) {
        std::ignore = send_control(session.link, wire::CreateAnswer{outcome});
    };
    const auto handle = conference->handle();
    const auto& state = conference->state();
    const bool member = state.find(session.peer.exchange) != nullptr && !state.ended;
    const auto is_free = [&](const base::ConferenceHandle& door) {
        return parts_.registry.use_of(door, handle) == ConferenceRegistry::HandleUse::free;
    };
    const bool free = is_free(handle) && is_free(conference->admission().door());
    const bool sound = member && free && conference->sequencer().catch_up(now);
    if (auto* own = parts_.registry.served().find(handle)) {
        const bool replaced = sound && is_older(*own, state.size);
        if (!replaced && session.giving.ahead) return session.link.close(wire::CloseReason::restarting, now);
        if (!replaced) return answer(wire::CreateOutcome::exists);
        parts_.registry.replace(handle, now);
    }
    if (!sound) return answer(wire::CreateOutcome::refused);
    if (!parts_.registry.make_room(now)) return answer(wire::CreateOutcome::full);
    std::ignore = conference->admission().take_old_door();
    conference->recovery().begin_restored(now);
    if (!session.giving.ahead) conference->admission().creator = session.index;
    parts_.reporter.counters().entries_refilled += state.size.value();
    ++parts_.reporter.counters().conferences_restored;
    auto& made = parts_.registry.serve(std::move(conference), now);
    parts_.registry.standbys().begin(made, ConferenceRole::primary, now);
    parts_.registry.served().reschedule(made);
    parts_.registry.served().settling().insert(handle);
    parts_.registry.served().refilling().insert(handle);
    parts_.confirmations.answer_creator(made);
    parts_.registry.report();
    parts_.reporter.tell(RelayIncident{RelayIncident::Kind::conference_restored, session.link.peer(), {}});
}

bool RecoveryHandler::handle_given(RelaySession& session, const wire::ControlMessage& message) {
    auto* conference = session.attached ? session.home : nullptr;
    if (const auto* word = std::get_if<wire::GivenWord>(&message)) {
        if (conference == nullptr) return false;
        if (conference->recovery().history().gives(session.index) && conference->fan_out().admits(session))
            conference->archive().take_given(*word, conference->state());
        return true;
    }
    if (!std::holds_alternative<wire::WordsGiven>(message) || conference == nullptr) return false;
    conference->recovery().history().handle_done(session.index);
    return true;
}

void RecoveryHandler::ask_for_messages(base::LocalTime now) {
    for (auto item = parts_.registry.served().refilling().begin();
         item != parts_.registry.served().refilling().end();) {
        auto* found = parts_.registry.served().find(*item);
        if (found == nullptr || !found->recovery().history().open(now)) {
            item = parts_.registry.served().refilling().erase(item);
            continue;
        }
        auto& conference = *found;
        // A failure takes the conference out of the set.
        ++item;
        parts_.registry.contain(conference, now, [&] {
            auto* session = conference.recovery().ask_for_messages(conference.fan_out().receivers(), now);
            if (session == nullptr) return;
            std::ignore = send_control(session->link, conference.archive().wanted(conference.state()));
            parts_.sessions.touch(*session);
            parts_.registry.served().reschedule(conference);
        });
    }
}

} // namespace plenum::node
