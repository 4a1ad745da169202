// SPDX-License-Identifier: Apache-2.0
// Who comes to a conference's door, and what becomes of them.
#include "core/peer/hello.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {
namespace {

bool answer(RelaySession& session, wire::KnockOutcome outcome) {
    return send_control(session.link, wire::KnockAnswer{outcome});
}

} // namespace

/// A handle is one conference's, whether it is its name, its door or a door that it had: whoever could take another's
/// would shut that one out of its own relay.
bool Relay::is_free(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) const {
    return (door == conference || !(conferences_.contains(door) || failed_.contains(door))) &&
           !replicas_.contains(door) && !deposed_.contains(door) && doors_.is_free(door, conference);
}

void Relay::open_door(RelayConference& conference) {
    if (is_free(conference.admission().door(), conference.handle()))
        doors_.open(conference.admission().door(), conference.handle());
}

/// After a change of the link.
void Relay::move_door(RelayConference& conference, base::LocalTime now) {
    auto old = conference.admission().take_old_door();
    if (!old) return;
    const bool moved = doors_.shut(old->handle, conference.handle());
    open_door(conference);
    if (!moved) return;
    // Whoever knocked there did so with a link that is none any more.
    while (!conference.admission().queue().knocks().empty()) {
        turn_away(conference, conference.admission().queue().knocks().begin()->first, wire::KnockOutcome::refused, now);
    }
    doors_.keep_old(old->handle, conference.handle(), std::move(old->access), now);
}

/// Which conference the session came for; nullopt if it came through an old door and is no member's.
std::optional<base::ConferenceHandle> Relay::conference_behind(const link::Session& session) {
    if (const auto door = doors_.find(session.conference)) return door;
    const auto* old = doors_.find_old(session.conference);
    if (old == nullptr) return std::nullopt;
    const auto* conference = conferences_.find(old->conference);
    const bool member = conference != nullptr && conference->state().find(session.remote_static) != nullptr;
    return member ? std::optional{old->conference} : std::nullopt;
}

void Relay::handle_attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now) {
    auto* conference = conference_of(session);
    if (conference == nullptr) return session.link.close(wire::CloseReason::refused, now);
    replace_older(session, session.index);
    if (attach.next_entry > conference->state().size && conference->recovery().may_be_given())
        return ask_for_more(session, attach, *conference);
    // Whoever read more than this relay told anybody did so at the standby, which has taken the conference over.
    const auto& told = conference->archive().durability();
    if (!conference->recovery().settling() && told.replicated() && conference->archive().is_told() &&
        attach.next_entry > told.log_end())
        return session.link.close(wire::CloseReason::restarting, now);
    switch (conference->attach(session, attach, conference_time(*conference, now), now)) {
    case RelayConference::Attachment::attached: return offer_knocks(*conference, now);
    case RelayConference::Attachment::stranger: {
        // Who has read more than this relay has joined at another one, which has the conference now.
        const bool behind = attach.next_entry > conference->state().size;
        return session.link.close(behind ? wire::CloseReason::restarting : wire::CloseReason::refused, now);
    }
    case RelayConference::Attachment::too_early: return session.link.close(wire::CloseReason::restarting, now);
    case RelayConference::Attachment::outdated: std::ignore = answer(session, wire::KnockOutcome::used);
    }
}

void Relay::handle_knock(RelaySession& session, const wire::Knock& knock, base::LocalTime now) {
    auto* conference = conference_of(session);
    const auto join = wire::decode<log::SignedOperation>(knock.join);
    const bool own = join && join->author == *session.identity && join->author_exchange == session.exchange;
    if (conference == nullptr || !own) return session.link.close(wire::CloseReason::protocol_error, now);
    if (session.attached || conference->admission().queue().contains(session.index)) return;
    replace_older(session, session.index);
    const auto& state = conference->state();
    if (state.find(session.exchange) != nullptr) return handle_attach(session, {}, now);
    if (state.joined_keys.contains(session.exchange)) {
        std::ignore = answer(session, wire::KnockOutcome::used);
        return;
    }
    const auto& from = session.link.peer();
    const bool barred = knock_gate_.bars(conference->handle(), join->author, now) ||
                        !conference->sequencer().budget().allows(join->author, conference_time(*conference, now));
    if (barred || (!state.policy_admits(join->author) && !knock_gate_.take(from, now))) {
        std::ignore = answer(session, wire::KnockOutcome::too_often);
        return;
    }
    const auto joined = conference->submit(*join, conference_time(*conference, now), now);
    if (joined) return handle_attach(session, {}, now);
    wait_for_admission(session, *conference,
                       {knock.join, join->author, join->author_exchange, base::subnet_of(from), {}}, joined.error(),
                       now);
}

void Relay::wait_for_admission(RelaySession& session, RelayConference& conference, JoinQueue::Knock knock,
                               log::Refusal refusal, base::LocalTime now) {
    const auto& state = conference.state();
    const auto join = wire::decode<log::SignedOperation>(knock.join);
    auto outcome = wire::KnockOutcome::refused;
    if (refusal == log::Refusal::ended) outcome = wire::KnockOutcome::ended;
    if (refusal == log::Refusal::full) outcome = wire::KnockOutcome::full;
    const auto sound = log::check_join(state, *join);
    if (!sound && sound.error() == log::Refusal::bad_signature) note_refused(session, *join, sound.error());
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
    offer_knocks(conference, now);
}

void Relay::turn_away(RelayConference& conference, base::SessionIndex waiting, wire::KnockOutcome why,
                      base::LocalTime now) {
    auto& session = sessions_.at(waiting);
    std::ignore = answer(session, why);
    session.opened_at = now;
    sessions_.touch(waiting);
    end_knock(conference, waiting);
}

/// When somebody else may decide about those who wait, or nobody need, without anything happening.
std::optional<base::LocalTime> Relay::knocks_change_at(RelayConference& conference, base::LocalTime now) const {
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

/// Tells members who may decide of those who wait, each once.
void Relay::offer_knocks(RelayConference& conference, base::LocalTime now) {
    conference.admission().queue().ask_again_at = knocks_change_at(conference, now);
    for (auto& [waiting, knock] : conference.admission().queue().knocks()) {
        for (const auto index : conference.fan_out().sessions()) {
            auto& session = sessions_.at(index);
            const auto* member = session.attached ? conference.state().find(session.member) : nullptr;
            if (member == nullptr || knock.asked.contains(index)) continue;
            if (!JoinQueue::asks(conference.state(), *member, knock.identity, conference_time(conference, now)))
                continue;
            if (!send_control(session.link, wire::Knocking{knock.join})) continue;
            knock.asked.insert(index);
            sessions_.touch(index);
        }
    }
    conferences_.reschedule(conference);
}

void Relay::handle_refusal(RelaySession& session, const wire::RefuseKnock& refusal, base::LocalTime now) {
    auto* conference = conference_of(session);
    if (conference == nullptr || !conference->fan_out().admits(session)) return;
    const auto waiting = conference->admission().queue().find(refusal.exchange);
    if (!waiting) return;
    const auto identity = conference->admission().queue().knocks().at(*waiting).identity;
    const auto* member = conference->state().find(session.member);
    if (!conference->state().may_admit(*member, identity, conference_time(*conference, now))) return;
    knock_gate_.handle_refused(conference->handle(), identity, now);
    turn_away(*conference, *waiting, wire::KnockOutcome::refused, now);
}

void Relay::end_knock(RelayConference& conference, base::SessionIndex waiting) {
    const auto knock = conference.admission().queue().take(waiting);
    if (!knock) return;
    // Whoever waits no longer has less time.
    sessions_.touch(waiting);
    for (const auto index : knock->asked) {
        auto* session = sessions_.find(index);
        if (session == nullptr) continue;
        std::ignore = send_control(session->link, wire::KnockEnded{knock->exchange});
        sessions_.touch(index);
    }
}

/// Once nobody is there to let people in, or who should lets everyone wait, those whom the policy lets in need nobody.
void Relay::retry_joins(RelayConference& conference, base::LocalTime now) {
    if (conference.recovery().settling()) return;
    for (const auto& [waiting, knock] : conference.admission().queue().knocks()) {
        if (conference.state().anyone_present() && !conference.state().leader_is_idle(conference_time(conference, now)))
            return;
        const auto join = wire::decode<log::SignedOperation>(knock.join);
        std::ignore = conference.submit(*join, conference_time(conference, now), now);
    }
}

/// Whether the same run of a program has a newer session here, which its owner is at.
bool Relay::is_outdated(const RelaySession& session) {
    auto* conference = conference_of(session);
    return conference != nullptr &&
           std::ranges::any_of(conference->fan_out().sessions(), [&](base::SessionIndex index) {
               const auto& other = sessions_.at(index);
               return other.exchange == session.exchange && other.opened > session.opened;
           });
}

/// Those who waited and are members now begin; the policy may let in or keep out others.
void Relay::admit_waiting(RelayConference& conference, base::LocalTime now) {
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
        sessions_.touch(waiting);
        // Who has dialled anew since hears of it there, as soon as they knock again.
        if (is_outdated(sessions_.at(waiting))) continue;
        handle_attach(sessions_.at(waiting), {}, now);
    }
    for (const auto waiting : out) {
        turn_away(conference, waiting, wire::KnockOutcome::closed, now);
    }
    offer_knocks(conference, now);
}

} // namespace plenum::node
