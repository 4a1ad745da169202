// SPDX-License-Identifier: Apache-2.0
#include "core/relay/session_protocol.h"

#include "core/base/home.h"
#include "core/peer/hello.h"
#include "core/relay/admission/door_lookup.h"
#include "core/relay/multicast/conference_tree.h"

#include <utility>

namespace plenum::node {

SessionProtocol::SessionProtocol(Parts parts, crypto::SeededRandom knocks)
    : parts_{parts},
      knocks_{{parts.sessions, parts.registry.served(), parts.submissions, *this}, std::move(knocks)},
      recovery_{{parts.keys, parts.doors, parts.registry, parts.sessions, parts.reporter, parts.confirmations,
                 parts.resumption, *this}},
      subscriptions_{parts.sessions},
      pulls_{parts.sessions} {}

void SessionProtocol::handle_stream(RelaySession& session, link::StreamMessage& message, base::LocalTime now) {
    if (session.upstream) return parts_.edges.handle_stream(session, std::move(message), now);
    if (message.stream == base::PriorityClass::bulk && wire::PulledPart::begins(message.message))
        return pulls_.handle_part(session, message.message);
    if (message.stream != base::PriorityClass::control) return parts_.forwarder.handle_reliable(session, message, now);
    auto control = wire::decode_choice<wire::ControlMessage>(message.message);
    if (!control) return session.link.close(wire::CloseReason::protocol_error, now);
    handle_control(session, *control, now);
}

void SessionProtocol::handle_control(RelaySession& session, wire::ControlMessage& message, base::LocalTime now) {
    if (const auto* hello = std::get_if<wire::Hello>(&message)) return handle_hello(session, *hello, now);
    if (!session.peer.identity) return session.link.close(wire::CloseReason::protocol_error, now);
    if (is_from_relay(session)) return handle_from_relay(session, message, now);
    if (session.peer.edge && handle_edge(session, message, now)) return;
    if (recovery_.holds_back(session, message, now)) return;
    if (const auto* create = std::get_if<wire::CreateConference>(&message)) {
        handle_create(session, *create, now);
    } else if (const auto* position = std::get_if<wire::Attach>(&message)) {
        if (session.limits.attachments.take(now)) attach(session, *position, now);
    } else if (const auto* knock = std::get_if<wire::Knock>(&message)) {
        if (session.limits.attachments.take(now)) knocks_.handle(session, *knock, now);
    } else if (const auto* refusal = std::get_if<wire::RefuseKnock>(&message)) {
        knocks_.handle(session, *refusal, now);
    } else if (const auto* submit = std::get_if<wire::Submit>(&message)) {
        parts_.submissions.handle(session, *submit, now);
    } else if (const auto* request = std::get_if<wire::KeyFrameRequest>(&message)) {
        parts_.forwarder.handle_key_frame_request(session, *request, now);
    } else if (const auto* subscribe = std::get_if<wire::Subscribe>(&message)) {
        if (!subscriptions_.handle(session, *subscribe, now))
            session.link.close(wire::CloseReason::protocol_error, now);
    } else if (const auto* sizes = std::get_if<wire::OfferSizes>(&message)) {
        if (!subscriptions_.handle(session, *sizes)) session.link.close(wire::CloseReason::protocol_error, now);
    } else if (const auto* pull = std::get_if<wire::PullRequest>(&message)) {
        if (!pulls_.handle(session, *pull, now)) session.link.close(wire::CloseReason::protocol_error, now);
    } else if (const auto* refused = std::get_if<wire::PullRefused>(&message)) {
        pulls_.handle(session, *refused);
    } else if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        recovery_.handle(session, *entry, now);
    } else if (const auto* state = std::get_if<wire::LogState>(&message)) {
        recovery_.handle(session, *state, now);
    } else if (const auto* part = std::get_if<wire::LogStatePart>(&message)) {
        recovery_.handle(session, *part, now);
    } else if (const auto* offer = std::get_if<wire::StandbyOffer>(&message)) {
        handle_succession(session, *offer, now);
    } else if (const auto* agreement = std::get_if<wire::StandbyRemoval>(&message)) {
        handle_succession(session, *agreement, now);
    } else if (const auto* restore = std::get_if<wire::Restore>(&message)) {
        recovery_.handle(session, *restore, now);
    } else if (!parts_.forwarder.handle_order(session, message, now) && !recovery_.handle_given(session, message)) {
        session.link.close(wire::CloseReason::protocol_error, now);
    }
}

void SessionProtocol::handle_hello(RelaySession& session, const wire::Hello& hello, base::LocalTime now) {
    if (session.peer.identity) return session.link.close(wire::CloseReason::protocol_error, now);
    if (hello.version != wire::protocol_version) return session.link.close(wire::CloseReason::unknown_version, now);
    if (!hello_is_genuine(hello, session.peer.handshake_hash, true)) {
        return session.link.close(wire::CloseReason::refused, now);
    }
    session.peer.identity = hello.identity;
    const bool elsewhere = session.home == nullptr && session.peer.pattern == wire::HandshakePattern::known_relay;
    if (elsewhere && !parts_.edges.begin(session, session.peer.conference, now))
        session.link.close(wire::CloseReason::restarting, now);
}

/// Whoever is nearer to the member has seen its handshake and its hello.
void SessionProtocol::handle_relayed(RelaySession& session, const wire::RelayedMember& member, base::LocalTime now) {
    const auto conference = find_behind(parts_.registry, member.door, member.exchange);
    session.peer.pattern = wire::HandshakePattern::known_relay;
    session.peer.conference = conference.value_or(member.door);
    session.peer.exchange = member.exchange;
    session.peer.identity = member.identity;
    session.peer.edge.emplace(member);
    parts_.sessions.move(session, session.member_address());
    auto* home = conference ? parts_.registry.served().find(*conference) : nullptr;
    if (home != nullptr) {
        session.link.serve_clock(home->sequencer().clock());
        home->enter(session);
    } else if (!parts_.edges.begin(session, member.door, now)) {
        session.link.close(wire::CloseReason::restarting, now);
    }
}

bool SessionProtocol::handle_edge(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    if (const auto* mark = std::get_if<wire::DeliveryMark>(&message)) {
        session.peer.edge->handle(*mark);
        session.progress.pump_due = true;
        return true;
    }
    if (const auto* wanted = std::get_if<wire::BodyWanted>(&message)) {
        if (session.home != nullptr) session.home->catch_up().answer(session, wanted->body, now);
        return true;
    }
    const auto* silence = std::get_if<wire::RelayedSilence>(&message);
    if (silence == nullptr) return false;
    session.peer.edge->handle(*silence, now);
    auto* conference = session.attached ? session.home : nullptr;
    if (conference == nullptr) return true;
    if (silence->silent)
        conference->handle_silent(session, now);
    else
        conference->handle_heard(session, conference->sequencer().clock().to_conference(now), now);
    parts_.registry.served().reschedule(*conference);
    return true;
}

void SessionProtocol::handle_create(RelaySession& session, const wire::CreateConference& create, base::LocalTime now) {
    const auto answer = [&](wire::CreateOutcome outcome) {
        std::ignore = send_control(session.link, wire::CreateAnswer{outcome});
    };
    const bool at_door = session.peer.pattern == wire::HandshakePattern::open &&
                         session.peer.conference == base::at_home_of(create.conference, creation_door());
    if (!at_door) return answer(wire::CreateOutcome::refused);
    auto* found = parts_.registry.served().find(create.conference);
    const auto genesis = wire::decode<log::SignedOperation>(create.genesis);
    if (!genesis || genesis->author != *session.peer.identity) return answer(wire::CreateOutcome::refused);
    // The answer to a first request may have been lost.
    if (found != nullptr) {
        const bool same =
            found->state().root == genesis->author && found->admission().access().expose() == create.access;
        if (!same) return answer(wire::CreateOutcome::refused);
        if (found->archive().is_told()) return answer(wire::CreateOutcome::exists);
        found->admission().creator = session.index;
        return;
    }
    using HandleUse = ConferenceRegistry::HandleUse;
    switch (parts_.registry.use_of(create.conference, create.conference)) {
    case HandleUse::free: break;
    case HandleUse::taken: return answer(wire::CreateOutcome::refused);
    // The answer may have been lost, and then the standby took it over.
    case HandleUse::deposed: return answer(wire::CreateOutcome::exists);
    }
    if (!parts_.registry.make_room(now)) {
        ++parts_.reporter.counters().conferences_refused_full;
        parts_.reporter.tell(RelayIncident{RelayIncident::Kind::conferences_full, session.link.peer(), {}});
        return answer(wire::CreateOutcome::full);
    }
    auto conference = parts_.registry.make(create.conference, crypto::SecretKey{create.access});
    if (parts_.registry.standbys().holds_new()) conference->archive().durability().hold_for_copy();
    if (!conference->found(*genesis, conference->sequencer().clock().to_conference(now)))
        return answer(wire::CreateOutcome::refused);
    conference->admission().creator = session.index;
    auto& made = parts_.registry.serve(std::move(conference), now);
    ++parts_.reporter.counters().conferences_created;
    parts_.registry.standbys().begin(made, ConferenceRole::primary, now);
    parts_.confirmations.answer_creator(made);
    parts_.registry.report();
    parts_.reporter.tell(RelayIncident{RelayIncident::Kind::conference_created, session.link.peer(), {}});
}

void SessionProtocol::attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now) {
    auto* conference = session.home;
    if (conference == nullptr) return session.link.close(wire::CloseReason::refused, now);
    replace_older(session, now);
    if (attach.next_entry > conference->state().size && conference->recovery().may_be_given())
        return recovery_.ask_for_more(session, attach, *conference);
    // Whoever read more than this relay told anybody did so at the standby, which has taken the conference over.
    const auto& told = conference->archive().durability();
    if (!conference->recovery().settling() && told.replicated() && conference->archive().is_told() &&
        attach.next_entry > told.log_end())
        return session.link.close(wire::CloseReason::restarting, now);
    switch (conference->attach(session, attach, conference->sequencer().clock().to_conference(now), now)) {
    case RelayConference::Attachment::attached:
        subscriptions_.handle_change(*conference);
        parts_.registry.succession().handle_attached(session);
        return knocks_.offer(*conference, now);
    case RelayConference::Attachment::stranger: {
        // Who has read more than this relay has joined at another one, which has the conference now.
        const bool behind = attach.next_entry > conference->state().size;
        return session.link.close(behind ? wire::CloseReason::restarting : wire::CloseReason::refused, now);
    }
    case RelayConference::Attachment::too_early: return session.link.close(wire::CloseReason::restarting, now);
    case RelayConference::Attachment::outdated:
        parts_.registry.served().reschedule(*conference);
        std::ignore = send_control(session.link, wire::KnockAnswer{wire::KnockOutcome::used});
    }
}

void SessionProtocol::replace_older(RelaySession& newer, base::LocalTime now) {
    if (newer.home == nullptr) return;
    std::vector<base::SessionIndex> older;
    for (const auto index : newer.home->fan_out().sessions()) {
        if (index != newer.index && parts_.sessions.at(index).peer.exchange == newer.peer.exchange)
            older.push_back(index);
    }
    for (const auto index : older) {
        auto& session = parts_.sessions.at(index);
        newer.home->fan_out().tree().handle_moved(session, newer, now);
        session.member = {};
        drop(index, {});
    }
}

void SessionProtocol::detach(RelaySession& session, base::LocalTime now) {
    auto* const conference = session.home;
    if (conference == nullptr) return;
    if (std::exchange(session.attached, false)) conference->detach(session, session.life.left_politely, now);
    knocks_.end(*conference, session.index);
    parts_.registry.served().reschedule(*conference);
}

void SessionProtocol::drop(base::SessionIndex index, base::LocalTime now) {
    auto& session = parts_.sessions.at(index);
    detach(session, now);
    if (auto* conference = session.home) {
        for (auto& [waiting, knock] : conference->admission().queue().knocks())
            knock.asked.erase(index);
        auto& tree = conference->fan_out().tree();
        tree.handle_left(session, now);
        for (auto* touched : tree.take_touched())
            parts_.sessions.touch(*touched);
        conference->leave(session);
        parts_.registry.served().reschedule(*conference);
        subscriptions_.handle_change(*conference);
    }
    if (session.peer.replica) parts_.registry.replicas().leave(session);
    if (session.upstream) parts_.edges.end(session, now);
    pulls_.drop(session);
    const auto incident = parts_.reporter.note_end(session);
    parts_.sessions.remove(session);
    parts_.registry.report();
    parts_.reporter.tell(incident);
}

void SessionProtocol::handle_from_relay(RelaySession& session, const wire::ControlMessage& message,
                                        base::LocalTime now) {
    if (*session.peer.identity != parts_.keys.identity.public_key)
        return session.link.close(wire::CloseReason::protocol_error, now);
    if (const auto* member = std::get_if<wire::RelayedMember>(&message)) return handle_relayed(session, *member, now);
    if (const auto* question = std::get_if<wire::Locate>(&message)) {
        const auto* served = access_key(parts_.registry, question->door);
        std::ignore = send_control(session.link, parts_.edges.answer(*question, served));
        return;
    }
    if (const auto* request = std::get_if<wire::Replicate>(&message)) {
        session.link.serve_clock({});
        if (const auto refused = parts_.registry.refuse_copy(*request, now)) {
            std::ignore = send_control(session.link, wire::ReplicaState{*refused, {}, {}, {}});
            return;
        }
    }
    if (!parts_.registry.replicas().handle(session, message, now))
        session.link.close(wire::CloseReason::protocol_error, now);
}

} // namespace plenum::node
