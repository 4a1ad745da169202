// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay.h"

#include "core/base/home.h"
#include "core/peer/hello.h"

#include <algorithm>
#include <ranges>

namespace plenum::node {
namespace {

/// Whoever finished a handshake attaches, or creates, within this.
constexpr base::Duration attach_patience = std::chrono::seconds{10};
/// How often retention is looked at.
constexpr base::Duration retention_interval = std::chrono::minutes{1};

std::vector<base::Address> replication_places(const RelayOptions& options) {
    std::vector<base::Address> places;
    if (!options.replicate) return places;
    for (const auto& place : options.standby | std::views::take(wire::Standby::places_max))
        places.push_back(place.address);
    return places;
}

} // namespace

Relay::Relay(const RelayOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox)
    : Relay{options, ciphers, Seeds{random.draw<base::Seed>(), random.split(), random.next_u64(), random.split()},
            std::move(random), outbox} {}

Relay::Relay(const RelayOptions& options, wire::CipherSet ciphers, Seeds seeds, crypto::SeededRandom random,
             Outbox& outbox)
    : keys_{RelayKeys::from(options.identity)},
      limits_{options.limits},
      service_doors_{options, keys_.exchange.public_key},
      random_{std::move(random)},
      outbox_{outbox},
      reporter_{outbox},
      sessions_{options.loop},
      registry_{{keys_, limits_, {options.stored, options.floor_styles}, seeds.draw},
                {sessions_, reporter_, outbox},
                {replication_places(options), &keys_, service_doors_.copy_replication_key(), ciphers, options.loop,
                 seeds.draw},
                std::move(seeds.replications)},
      acceptor_{options,
                ciphers,
                seeds.acceptor,
                random_,
                {keys_, limits_, service_doors_, registry_, sessions_, reporter_, outbox}},
      confirmations_{sessions_, outbox},
      forwarder_{{sessions_, reporter_, confirmations_, outbox}},
      submissions_{registry_, reporter_, outbox},
      knocks_{{sessions_, registry_.served(), submissions_, *this}, std::move(seeds.knocks)},
      recovery_{{keys_, service_doors_, registry_, sessions_, reporter_, confirmations_, *this}},
      retention_check_at_{limits_.retention ? base::LocalTime::min() : base::local_time_max} {}

std::optional<link::DatagramResult> Relay::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                         const base::Address& from, base::LocalTime now) {
    auto* const route = sessions_.route(header.receiver);
    if (route == nullptr) return registry_.replications().handle_sealed(header, datagram, now);
    auto& session = *route;
    auto result = link::DatagramResult::ignored;
    contain(session, now, [&] {
        result = session.link.handle_datagram(header, datagram, from, now);
        // Whoever sent what no correct peer sends is told so too.
        const bool heard = result == link::DatagramResult::accepted || result == link::DatagramResult::malformed;
        if (heard) sessions_.touch(session);
        if (heard && session.replica) registry_.replicas().note_heard(session, now);
    });
    return result;
}

void Relay::handle_wakeup(base::LocalTime now) {
    acceptor_.handle_wakeup(now);
    registry_.doors().expire(now);
    if (!closing_) registry_.resume_failed(now);
    registry_.replications().handle_wakeup(now);
    if (!closing_) registry_.take_over(now);
    sessions_.touch_due(now);
    check_conferences(now);
    check_retention(now);
}

void Relay::check_conferences(base::LocalTime now) {
    std::vector<RelayConference*> due;
    while (auto* conference = registry_.served().take_due(now))
        due.push_back(conference);
    for (auto* conference : due)
        contain(*conference, now, [&] { check(*conference, now); });
}

void Relay::check(RelayConference& conference, base::LocalTime now) {
    if (now >= conference.next_wakeup())
        conference.handle_wakeup(conference.sequencer().clock().to_conference(now), now);
    take_news(conference, now);
    if (const auto at = conference.admission().queue().ask_again_at; at && now >= *at) {
        knocks_.admit(conference, now);
        take_news(conference, now);
    }
    if (!conference.is_over(now)) return registry_.served().reschedule(conference);
    for (const auto index : conference.fan_out().sessions()) {
        sessions_.at(index).link.close(wire::CloseReason::refused, now);
        sessions_.touch(index);
    }
    registry_.forget(conference.handle(), now);
}

void Relay::check_retention(base::LocalTime now) {
    if (now < retention_check_at_) return;
    retention_check_at_ = now + retention_interval;
    registry_.forget_unused(now);
}

void Relay::set_limits(const RelayLimits& limits, base::LocalTime now) {
    limits_ = limits;
    registry_.replicas().set_history_bytes(limits.history_bytes);
    const auto& served = registry_.served().all();
    for (auto item = served.begin(); item != served.end();) {
        auto& conference = *item++->second;
        contain(conference, now, [&] { conference.archive().bound(limits_.history_bytes, conference.state()); });
    }
    retention_check_at_ = limits_.retention ? now : base::local_time_max;
}

void Relay::add_load(NodeLoad& load) const {
    sessions_.add_to(load);
    registry_.served().add_to(load);
}

RelayStatistics Relay::statistics() const {
    auto result = reporter_.counters();
    sessions_.add_to(result);
    registry_.served().add_to(result);
    return result;
}

void Relay::handle(const ConferenceKept& kept, base::LocalTime now) {
    auto* conference = registry_.served().find(kept.conference);
    if (conference != nullptr)
        return contain(*conference, now, [&] { tell_released(*conference, conference->handle(kept), now); });
    registry_.handle(kept);
    if (!closing_) registry_.take_over(now);
}

/// What the store made durable, or the standby acknowledged.
void Relay::tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams,
                          base::LocalTime now) {
    confirmations_.answer_creator(conference);
    for (const auto& stream : streams)
        confirmations_.tell_accepted(conference, stream);
    take_news(conference, now);
}

void Relay::close_if_unused(RelaySession& session, base::LocalTime now) {
    if (session.attached || session.replica || session.link.closed() || now < attach_by(session)) return;
    session.link.close(wire::CloseReason::too_slow, now);
}

/// Whoever waits to be let in may wait for long.
base::LocalTime Relay::attach_by(const RelaySession& session) {
    auto* conference = session.home;
    const bool waits = conference != nullptr &&
                       (conference->admission().queue().contains(session.index) || conference->recovery().settling());
    return session.opened_at + (waits ? base::limits::knock_age_max : attach_patience);
}

void Relay::take_news(RelayConference& conference, base::LocalTime now) {
    if (!conference.changes().take_news()) return;
    registry_.replications().touch(conference.handle());
    if (registry_.move_door(conference, now)) knocks_.turn_away_all(conference, now);
    knocks_.admit(conference, now);
    for (const auto index : conference.fan_out().sessions()) {
        sessions_.at(index).pump_due = true;
        sessions_.touch(index);
    }
}

bool Relay::flush_one(base::LocalTime now) {
    auto* session = sessions_.take_touched();
    if (session == nullptr) {
        recovery_.settle(now);
        recovery_.ask_for_messages(now);
        session = sessions_.take_touched();
    }
    if (session == nullptr) return flush_replication(now);
    contain(*session, now, [&] { serve(*session, now); });
    return true;
}

/// False if there was none.
bool Relay::flush_replication(base::LocalTime now) {
    auto* replication = registry_.replications().take_touched();
    if (replication == nullptr) return false;
    const auto handle = replication->conference();
    auto* conference = registry_.served().find(handle);
    if (conference == nullptr) return true;
    bool deposed = false;
    contain(*conference, now, [&] {
        const auto events = replication->flush(outbox_, now);
        registry_.replications().reschedule(*replication);
        for (const auto& event : events) {
            deposed = deposed || std::holds_alternative<Replication::Deposed>(event);
            if (!deposed) handle_replication(*conference, event, now);
        }
        if (conference->changes().take_timing()) registry_.served().reschedule(*conference);
    });
    if (deposed) registry_.depose(handle, now);
    return true;
}

void Relay::handle_replication(RelayConference& conference, const Replication::Event& event, base::LocalTime now) {
    if (const auto* acknowledged = std::get_if<Replication::Acknowledged>(&event))
        return tell_released(conference, conference.handle_acknowledged(acknowledged->number), now);
    const bool synced = std::holds_alternative<Replication::Synced>(event);
    reporter_.tell(synced ? RelayIncident::Kind::standby_synced : RelayIncident::Kind::standby_silent,
                   conference.handle());
}

void Relay::handle_from_primary(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    if (*session.identity != keys_.identity.public_key)
        return session.link.close(wire::CloseReason::protocol_error, now);
    if (const auto* request = std::get_if<wire::Replicate>(&message)) {
        if (const auto refused = registry_.refuse_copy(*request, now)) {
            std::ignore = send_control(session.link, wire::ReplicaState{*refused, {}, {}, {}});
            return;
        }
    }
    if (!registry_.replicas().handle(session, message, now)) session.link.close(wire::CloseReason::protocol_error, now);
}

void Relay::serve(RelaySession& session, base::LocalTime now) {
    drain(session, now);
    close_if_unused(session, now);
    // What came may have put another conference in the place of the one it was in.
    auto* conference = session.home;
    if (conference != nullptr) {
        take_news(*conference, now);
        if (session.pump_due) session.pump_due = conference->catch_up().pump(session, now);
    }
    if (session.replica) registry_.replicas().pump(session);
    outbox_.transmit_all(session.link, now);
    // Sending may have found out that the peer is silent or gone.
    drain(session, now);
    conference = session.home;
    if (conference != nullptr) take_news(*conference, now);
    if (session.link.closed() && session.attached) {
        session.attached = false;
        if (conference != nullptr && !closing_) conference->detach(session, session.left_politely, now);
    }
    if (conference != nullptr && conference->changes().take_timing()) registry_.served().reschedule(*conference);
    if (session.link.finished()) return drop_session(session.index, now);
    reschedule(session);
}

void Relay::drain(RelaySession& session, base::LocalTime now) {
    while (auto event = session.link.poll_event()) {
        if (const auto* closed = std::get_if<link::Closed>(&*event)) {
            session.closed = *closed;
            session.left_politely = closed->by == link::ClosedBy::peer && closed->reason == wire::CloseReason::leaving;
            const bool over = closed->by == link::ClosedBy::peer && closed->reason == wire::CloseReason::host_closed;
            if (over && session.replica) registry_.replicas().handle_closed(session);
        } else {
            handle_event(session, *event, now);
        }
    }
}

void Relay::reschedule(RelaySession& session) {
    const auto at = session.link.next_wakeup().at;
    const bool must_attach = !session.attached && !session.replica && !session.link.closed();
    sessions_.schedule(session, must_attach ? std::min(at, attach_by(session)) : at);
}

void Relay::handle_event(RelaySession& session, link::LinkEvent& event, base::LocalTime now) {
    auto* conference = session.home;
    if (const auto* message = std::get_if<link::StreamMessage>(&event)) return handle_stream(session, *message, now);
    if (auto* received = std::get_if<link::FragmentReceived>(&event)) {
        forwarder_.handle_fragment(session, received->fragment, now);
        return session.link.reuse(std::move(received->fragment.data));
    }
    if (const auto* moved = std::get_if<link::Moved>(&event)) return acceptor_.handle_moved(session, *moved, now);
    if (conference == nullptr || !session.attached) return;
    if (const auto* lost = std::get_if<link::FragmentGivenUp>(&event)) {
        // The receiver will miss it and ask; that takes it longer to find out.
        const auto [flow, sender] = flow::stream_of(lost->tag);
        if (lost->priority == base::PriorityClass::video)
            forwarder_.handle_key_frame_request(session, {flow, sender}, now);
    }
    if (const auto* dropped = std::get_if<link::FragmentDropped>(&event))
        return forwarder_.handle_dropped(session, *dropped, now);
    if (std::holds_alternative<link::Silent>(event)) conference->handle_silent(session, now);
    if (std::holds_alternative<link::Heard>(event))
        conference->handle_heard(session, conference->sequencer().clock().to_conference(now), now);
}

void Relay::handle_stream(RelaySession& session, const link::StreamMessage& message, base::LocalTime now) {
    if (message.stream != base::PriorityClass::control) return forwarder_.handle_reliable(session, message, now);
    auto control = wire::decode_choice<wire::ControlMessage>(message.message);
    if (!control) return session.link.close(wire::CloseReason::protocol_error, now);
    handle_control(session, *control, now);
}

void Relay::handle_control(RelaySession& session, wire::ControlMessage& message, base::LocalTime now) {
    if (const auto* hello = std::get_if<wire::Hello>(&message)) return handle_hello(session, *hello, now);
    if (!session.identity) return session.link.close(wire::CloseReason::protocol_error, now);
    if (is_from_primary(session)) return handle_from_primary(session, message, now);
    if (recovery_.holds_back(session, message, now)) return;
    if (const auto* create = std::get_if<wire::CreateConference>(&message)) {
        handle_create(session, *create, now);
    } else if (const auto* position = std::get_if<wire::Attach>(&message)) {
        attach(session, *position, now);
    } else if (const auto* knock = std::get_if<wire::Knock>(&message)) {
        knocks_.handle(session, *knock, now);
    } else if (const auto* refusal = std::get_if<wire::RefuseKnock>(&message)) {
        knocks_.handle(session, *refusal, now);
    } else if (const auto* submit = std::get_if<wire::Submit>(&message)) {
        submissions_.handle(session, *submit, now);
    } else if (const auto* request = std::get_if<wire::KeyFrameRequest>(&message)) {
        forwarder_.handle_key_frame_request(session, *request, now);
    } else if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        recovery_.handle(session, *entry, now);
    } else if (const auto* state = std::get_if<wire::LogState>(&message)) {
        recovery_.handle(session, *state, now);
    } else if (const auto* part = std::get_if<wire::LogStatePart>(&message)) {
        recovery_.handle(session, *part, now);
    } else if (const auto* restore = std::get_if<wire::Restore>(&message)) {
        recovery_.handle(session, *restore, now);
    } else if (!forwarder_.handle_order(session, message, now) && !recovery_.handle_given(session, message)) {
        session.link.close(wire::CloseReason::protocol_error, now);
    }
}

void Relay::handle_hello(RelaySession& session, const wire::Hello& hello, base::LocalTime now) {
    if (session.identity) return session.link.close(wire::CloseReason::protocol_error, now);
    if (hello.version != wire::protocol_version) return session.link.close(wire::CloseReason::unknown_version, now);
    if (!hello_is_genuine(hello, session.handshake_hash, true)) {
        return session.link.close(wire::CloseReason::refused, now);
    }
    session.identity = hello.identity;
}

void Relay::handle_create(RelaySession& session, const wire::CreateConference& create, base::LocalTime now) {
    const auto answer = [&](wire::CreateOutcome outcome) {
        std::ignore = send_control(session.link, wire::CreateAnswer{outcome});
    };
    const bool at_door = session.pattern == wire::HandshakePattern::open &&
                         session.conference == base::at_home_of(create.conference, creation_door());
    if (!at_door) return answer(wire::CreateOutcome::refused);
    auto* found = registry_.served().find(create.conference);
    const auto genesis = wire::decode<log::SignedOperation>(create.genesis);
    if (!genesis || genesis->author != *session.identity) return answer(wire::CreateOutcome::refused);
    // The answer to a first request may have been lost.
    if (found != nullptr) {
        const bool same =
            found->state().root == genesis->author && found->admission().access().expose() == create.access;
        if (!same) return answer(wire::CreateOutcome::refused);
        if (found->archive().is_told()) return answer(wire::CreateOutcome::exists);
        found->admission().creator = session.index;
        return;
    }
    if (!registry_.is_free(create.conference, create.conference)) return answer(wire::CreateOutcome::refused);
    if (!registry_.make_room(now)) {
        ++reporter_.counters().conferences_refused_full;
        reporter_.tell(RelayIncident{RelayIncident::Kind::conferences_full, session.link.peer(), {}});
        return answer(wire::CreateOutcome::full);
    }
    auto conference = registry_.make(create.conference, crypto::SecretKey{create.access});
    if (!conference->found(*genesis, conference->sequencer().clock().to_conference(now)))
        return answer(wire::CreateOutcome::refused);
    conference->admission().creator = session.index;
    auto& made = registry_.serve(std::move(conference), now);
    ++reporter_.counters().conferences_created;
    registry_.replications().add(made, ConferenceRole::primary, now);
    confirmations_.answer_creator(made);
    registry_.report();
    reporter_.tell(RelayIncident{RelayIncident::Kind::conference_created, session.link.peer(), {}});
}

void Relay::attach(RelaySession& session, const wire::Attach& attach, base::LocalTime now) {
    auto* conference = session.home;
    if (conference == nullptr) return session.link.close(wire::CloseReason::refused, now);
    replace_older(session);
    if (attach.next_entry > conference->state().size && conference->recovery().may_be_given())
        return recovery_.ask_for_more(session, attach, *conference);
    // Whoever read more than this relay told anybody did so at the standby, which has taken the conference over.
    const auto& told = conference->archive().durability();
    if (!conference->recovery().settling() && told.replicated() && conference->archive().is_told() &&
        attach.next_entry > told.log_end())
        return session.link.close(wire::CloseReason::restarting, now);
    switch (conference->attach(session, attach, conference->sequencer().clock().to_conference(now), now)) {
    case RelayConference::Attachment::attached: return knocks_.offer(*conference, now);
    case RelayConference::Attachment::stranger: {
        // Who has read more than this relay has joined at another one, which has the conference now.
        const bool behind = attach.next_entry > conference->state().size;
        return session.link.close(behind ? wire::CloseReason::restarting : wire::CloseReason::refused, now);
    }
    case RelayConference::Attachment::too_early: return session.link.close(wire::CloseReason::restarting, now);
    case RelayConference::Attachment::outdated:
        std::ignore = send_control(session.link, wire::KnockAnswer{wire::KnockOutcome::used});
    }
}

void Relay::replace_older(RelaySession& newer) {
    if (newer.home == nullptr) return;
    std::vector<base::SessionIndex> older;
    for (const auto index : newer.home->fan_out().sessions()) {
        if (index != newer.index && sessions_.at(index).exchange == newer.exchange) older.push_back(index);
    }
    for (const auto index : older) {
        sessions_.at(index).member = {};
        drop_session(index, {});
    }
}

void Relay::drop_session(base::SessionIndex index, base::LocalTime now) {
    auto& session = sessions_.at(index);
    if (auto* conference = session.home) {
        if (session.attached) conference->detach(session, session.left_politely, now);
        knocks_.end(*conference, index);
        for (auto& [waiting, knock] : conference->admission().queue().knocks())
            knock.asked.erase(index);
        conference->leave(session);
        if (conference->changes().take_timing()) registry_.served().reschedule(*conference);
    }
    if (session.replica) registry_.replicas().leave(session);
    const auto incident = reporter_.note_end(session);
    sessions_.remove(session);
    registry_.report();
    reporter_.tell(incident);
}

void Relay::fail(RelaySession& session, const Thrown& thrown, base::LocalTime now) {
    if (session.home != nullptr) return registry_.fail(*session.home, thrown, now);
    drop_session(session.index, now);
    reporter_.tell(ContainedFailure{std::nullopt, std::string{thrown.words()}, 1, {}});
}

void Relay::close(RelayClosing how, base::LocalTime now) {
    const auto reason =
        how == RelayClosing::restarting ? wire::CloseReason::restarting : wire::CloseReason::host_closed;
    closing_ = true;
    acceptor_.close();
    registry_.replications().close(reason, outbox_, now);
    for (auto& [index, session] : sessions_.all()) {
        session.link.close(reason, now);
        sessions_.touch(session);
    }
}

base::LocalTime Relay::next_wakeup() const {
    const auto at = std::min({acceptor_.next_wakeup(), retention_check_at_, sessions_.next_wakeup(),
                              registry_.served().next_wakeup(), registry_.replications().next_wakeup()});
    return closing_ ? at : std::min(at, registry_.next_wakeup());
}

} // namespace plenum::node
