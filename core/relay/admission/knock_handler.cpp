// SPDX-License-Identifier: Apache-2.0
#include "core/relay/admission/knock_handler.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {
namespace {

bool answer(RelaySession& session, wire::KnockOutcome outcome) {
    return send_control(session.link, wire::KnockAnswer{outcome});
}

/// When somebody else may decide about those who wait, or nobody need, without anything happening.
std::optional<base::LocalTime> knocks_change_at(RelayConference& conference, base::LocalTime now) {
    if (conference.admission().queue().knocks().empty()) return std::nullopt;
    const auto& state = conference.state();
    auto at = base::local_time_max;
    const auto consider = [&](std::optional<base::ConferenceTime> since, base::Duration patience) {
        const auto change = since ? conference.sequencer().clock().to_local(*since + patience) : now;
        if (change > now) at = std::min(at, change);
    };
    consider(state.unmoderated_since, log::unmoderated_max);
    consider(state.turn_owed_since, log::turn_patience);
    return at == base::local_time_max ? std::nullopt : std::optional{at};
}

} // namespace

void KnockHandler::handle(RelaySession& session, const wire::Knock& knock, base::LocalTime now) {
    auto* conference = session.home;
    const auto join = wire::decode<log::SignedOperation>(knock.join);
    const bool own = join && join->author == *session.peer.identity && join->author_exchange == session.peer.exchange;
    if (conference == nullptr || !own) return session.link.close(wire::CloseReason::protocol_error, now);
    if (session.attached || conference->admission().queue().contains(session.index)) return;
    parts_.handler.replace_older(session, now);
    const auto& state = conference->state();
    if (state.find(session.peer.exchange) != nullptr) return parts_.handler.attach(session, {}, now);
    if (state.joined_keys.contains(session.peer.exchange)) {
        std::ignore = answer(session, wire::KnockOutcome::used);
        return;
    }
    const auto& from = session.member_address();
    const bool barred = gate_.bars(conference->handle(), join->author, now) ||
                        !conference->sequencer().quota().budget().allows(
                            join->author, conference->sequencer().clock().to_conference(now));
    if (barred || (!state.policy_admits(join->author) && !gate_.take(from, now))) {
        std::ignore = answer(session, wire::KnockOutcome::too_often);
        return;
    }
    const auto joined = conference->submit(*join, conference->sequencer().clock().to_conference(now), now);
    if (joined) return parts_.handler.attach(session, {}, now);
    wait(session, *conference, {knock.join, join->author, join->author_exchange, base::subnet_of(from), {}},
         joined.error(), now);
}

void KnockHandler::wait(RelaySession& session, RelayConference& conference, JoinQueue::Knock knock,
                        log::Refusal refusal, base::LocalTime now) {
    const auto& state = conference.state();
    const auto join = wire::decode<log::SignedOperation>(knock.join);
    auto outcome = wire::KnockOutcome::refused;
    if (refusal == log::Refusal::ended) outcome = wire::KnockOutcome::ended;
    if (refusal == log::Refusal::full) outcome = wire::KnockOutcome::full;
    const auto sound = log::check_join(state, *join);
    if (!sound && sound.error() == log::Refusal::bad_signature)
        parts_.submissions.report_refused(session, *join, sound.error());
    if (refusal == log::Refusal::not_admitted && sound) {
        const bool closed = state.policy.admission == base::Admission::closed && !state.policy_admits(knock.identity);
        outcome = closed ? wire::KnockOutcome::closed : wire::KnockOutcome::waiting;
    }
    auto& room = conference.admission().queue();
    if (outcome == wire::KnockOutcome::waiting && !room.has_room(knock.from)) outcome = wire::KnockOutcome::full;
    std::ignore = answer(session, outcome);
    if (outcome != wire::KnockOutcome::waiting) return;
    if (const auto crowder = room.crowder(knock.from)) turn_away(conference, *crowder, wire::KnockOutcome::full, now);
    room.add(session.index, std::move(knock));
    offer(conference, now);
}

void KnockHandler::turn_away(RelayConference& conference, base::SessionIndex waiting, wire::KnockOutcome why,
                             base::LocalTime now) {
    auto& session = parts_.sessions.at(waiting);
    std::ignore = answer(session, why);
    session.life.opened_at = now;
    parts_.sessions.touch(waiting);
    end(conference, waiting);
}

void KnockHandler::turn_away_all(RelayConference& conference, base::LocalTime now) {
    auto& knocks = conference.admission().queue().knocks();
    while (!knocks.empty())
        turn_away(conference, knocks.begin()->first, wire::KnockOutcome::refused, now);
}

/// Tells members who may decide of those who wait, each once.
void KnockHandler::offer(RelayConference& conference, base::LocalTime now) {
    conference.admission().queue().ask_again_at = knocks_change_at(conference, now);
    for (auto& [waiting, knock] : conference.admission().queue().knocks()) {
        for (const auto index : conference.fan_out().sessions()) {
            auto& session = parts_.sessions.at(index);
            const auto* member = session.attached ? conference.state().find(session.member) : nullptr;
            if (member == nullptr || knock.asked.contains(index)) continue;
            if (!JoinQueue::asks(conference.state(), *member, knock.identity,
                                 conference.sequencer().clock().to_conference(now)))
                continue;
            if (!send_control(session.link, wire::Knocking{knock.join})) continue;
            knock.asked.insert(index);
            parts_.sessions.touch(index);
        }
    }
    parts_.conferences.reschedule(conference);
}

void KnockHandler::handle(RelaySession& session, const wire::RefuseKnock& refusal, base::LocalTime now) {
    auto* conference = session.home;
    if (conference == nullptr || !conference->fan_out().admits(session)) return;
    const auto waiting = conference->admission().queue().find(refusal.exchange);
    if (!waiting) return;
    const auto identity = conference->admission().queue().knocks().at(*waiting).identity;
    const auto* member = conference->state().find(session.member);
    if (!conference->state().may_admit(*member, identity, conference->sequencer().clock().to_conference(now))) return;
    gate_.handle_refused(conference->handle(), identity, now);
    turn_away(*conference, *waiting, wire::KnockOutcome::refused, now);
}

void KnockHandler::end(RelayConference& conference, base::SessionIndex waiting) {
    const auto knock = conference.admission().queue().take(waiting);
    if (!knock) return;
    // Whoever waits no longer has less time.
    parts_.sessions.touch(waiting);
    for (const auto index : knock->asked) {
        auto* session = parts_.sessions.find(index);
        if (session == nullptr) continue;
        std::ignore = send_control(session->link, wire::KnockEnded{knock->exchange});
        parts_.sessions.touch(index);
    }
}

/// Once nobody is there to let people in, or who should lets everyone wait, those whom the policy lets in need nobody.
void KnockHandler::retry_joins(RelayConference& conference, base::LocalTime now) {
    if (conference.recovery().settling()) return;
    for (const auto& [waiting, knock] : conference.admission().queue().knocks()) {
        if (conference.state().anyone_present() &&
            !conference.state().leader_is_idle(conference.sequencer().clock().to_conference(now)))
            return;
        const auto join = wire::decode<log::SignedOperation>(knock.join);
        std::ignore = conference.submit(*join, conference.sequencer().clock().to_conference(now), now);
    }
}

/// Whether the same run of a program has a newer session here, which its owner is at.
bool KnockHandler::is_outdated(const RelaySession& session) {
    auto* conference = session.home;
    return conference != nullptr &&
           std::ranges::any_of(conference->fan_out().sessions(), [&](base::SessionIndex index) {
               const auto& other = parts_.sessions.at(index);
               return other.peer.exchange == session.peer.exchange && other.life.opened > session.life.opened;
           });
}

/// Those who waited and are members now begin; the policy may let in or keep out others.
void KnockHandler::admit(RelayConference& conference, base::LocalTime now) {
    retry_joins(conference, now);
    std::vector<base::SessionIndex> in;
    std::vector<base::SessionIndex> out;
    const auto& state = conference.state();
    for (const auto& [waiting, knock] : conference.admission().queue().knocks()) {
        if (state.find(knock.exchange) != nullptr)
            in.push_back(waiting);
        else if (state.policy.admission == base::Admission::closed && !state.policy_admits(knock.identity))
            out.push_back(waiting);
    }
    for (const auto waiting : in) {
        // Members see in the log that they are in; this word would be there before it, and mean that they went.
        conference.admission().queue().take(waiting);
        parts_.sessions.touch(waiting);
        // Who has dialled anew since hears of it there, as soon as they knock again.
        if (is_outdated(parts_.sessions.at(waiting))) continue;
        parts_.handler.attach(parts_.sessions.at(waiting), {}, now);
    }
    for (const auto waiting : out) {
        turn_away(conference, waiting, wire::KnockOutcome::closed, now);
    }
    offer(conference, now);
}

} // namespace plenum::node
