// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay.h"

#include "core/peer/hello.h"

#include <algorithm>
#include <ranges>

namespace plenum::node {
namespace {

/// How often retention is looked at.
constexpr base::Duration retention_interval = std::chrono::minutes{1};
/// Whoever finished a handshake attaches, or creates, within this.
constexpr base::Duration attach_patience = std::chrono::seconds{10};

std::vector<base::Address> replication_places(const RelayOptions& options) {
    std::vector<base::Address> places;
    if (!options.replicate) return places;
    for (const auto& place : options.standby | std::views::take(wire::Standby::places_max))
        places.push_back(place.address);
    return places;
}

/// What an appointed standby is given.
std::optional<base::Seed> succession_seed(const RelayOptions& options) {
    return options.succession && options.standby.empty() ? std::optional{options.identity} : std::nullopt;
}

/// Whoever waits to be let in may wait for long.
base::LocalTime attach_by(const RelaySession& session) {
    auto* conference = session.home;
    const bool waits = conference != nullptr &&
                       (conference->admission().queue().contains(session.index) || conference->recovery().settling());
    return session.life.opened_at + (waits ? base::limits::knock_age_max : attach_patience);
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
      outbox_{outbox},
      reporter_{outbox},
      sessions_{options.loop},
      registry_{{keys_, limits_, {options.stored, options.floor_styles}, seeds.draw, succession_seed(options)},
                {sessions_, reporter_, outbox},
                {replication_places(options), &keys_, service_doors_.copy_replication_key(), ciphers, options.loop,
                 seeds.draw},
                std::move(seeds.replications)},
      acceptor_{options,
                ciphers,
                seeds.acceptor,
                std::move(random),
                {keys_, limits_, service_doors_, registry_, sessions_, reporter_, outbox}},
      resumption_{registry_, reporter_},
      confirmations_{sessions_, outbox},
      forwarder_{{sessions_, reporter_, confirmations_, outbox, limits_}},
      submissions_{registry_, reporter_, outbox},
      protocol_{{keys_, service_doors_, registry_, sessions_, reporter_, confirmations_, forwarder_, submissions_,
                 resumption_},
                std::move(seeds.knocks)},
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
        if (heard && session.peer.replica) registry_.replicas().note_heard(session, now);
        // Sessions are served in the order of their first datagram in a batch; operations, in the order in which they
        // came.
        if (!heard || header.priority != base::PriorityClass::control) return;
        drain(session, now);
        if (session.link.closed() && !closing_) protocol_.detach(session, now);
        // What comes next is to find what this one did.
        spread_changed(now);
    });
    return result;
}

void Relay::handle_wakeup(base::LocalTime now) {
    acceptor_.handle_wakeup(now);
    registry_.doors().expire(now);
    if (!closing_) resumption_.resume_failed(now);
    registry_.replications().handle_wakeup(now);
    if (!closing_) resumption_.take_over(now);
    sessions_.touch_due(now);
    check_conferences(now);
    if (now < retention_check_at_) return;
    retention_check_at_ = now + retention_interval;
    registry_.forget_unused(now);
}

void Relay::check_conferences(base::LocalTime now) {
    std::vector<RelayConference*> due;
    while (auto* conference = registry_.served().take_due(now))
        due.push_back(conference);
    for (auto* conference : due)
        registry_.contain(*conference, now, [&] { check(*conference, now); });
}

void Relay::check(RelayConference& conference, base::LocalTime now) {
    if (now >= conference.next_wakeup())
        conference.handle_wakeup(conference.sequencer().clock().to_conference(now), now);
    spread(conference, now);
    if (const auto at = conference.admission().queue().ask_again_at; at && now >= *at) {
        protocol_.knocks().admit(conference, now);
        spread(conference, now);
    }
    if (!conference.is_over(now)) return registry_.served().reschedule(conference);
    for (const auto index : conference.fan_out().sessions()) {
        sessions_.at(index).link.close(wire::CloseReason::refused, now);
        sessions_.touch(index);
    }
    registry_.forget(conference.handle(), now);
}

void Relay::set_limits(const RelayLimits& limits, base::LocalTime now) {
    limits_ = limits;
    registry_.replicas().set_history_bytes(limits.history_bytes);
    const auto& served = registry_.served().all();
    for (auto item = served.begin(); item != served.end();) {
        auto& conference = *item++->second;
        registry_.contain(conference, now,
                          [&] { conference.archive().bound(limits_.history_bytes, conference.state()); });
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
        return registry_.contain(*conference, now, [&] { tell_released(*conference, conference->handle(kept), now); });
    registry_.handle(kept);
    if (!closing_) resumption_.take_over(now);
}

/// What the store made durable, or the standby acknowledged.
void Relay::tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams,
                          base::LocalTime now) {
    confirmations_.answer_creator(conference);
    for (const auto& stream : streams)
        confirmations_.tell_accepted(conference, stream);
    spread(conference, now);
}

void Relay::spread(RelayConference& conference, base::LocalTime now) {
    registry_.succession().appoint(conference, now);
    registry_.replications().touch(conference.handle());
    if (registry_.move_door(conference, now)) protocol_.knocks().turn_away_all(conference, now);
    protocol_.knocks().admit(conference, now);
    for (const auto index : conference.fan_out().sessions()) {
        sessions_.at(index).progress.pump_due = true;
        sessions_.touch(index);
    }
}

void Relay::spread_all(RelayConference& first, base::LocalTime now) {
    for (auto* conference = &first; conference != nullptr; conference = registry_.served().take_changed())
        registry_.contain(*conference, now, [&] { spread(*conference, now); });
}

bool Relay::flush_one(base::LocalTime now) {
    auto* session = sessions_.take_touched();
    if (session == nullptr) {
        protocol_.recovery().settle(now);
        protocol_.recovery().ask_for_messages(now);
        spread_changed(now);
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
    registry_.contain(*conference, now, [&] {
        const auto events = replication->flush(outbox_, now);
        registry_.replications().reschedule(*replication);
        for (const auto& event : events) {
            const bool led = std::holds_alternative<Replication::Deposed>(event);
            deposed = deposed || (led && !registry_.succession().enabled());
            if (!deposed) handle_replication(*conference, event, now);
        }
        deposed = deposed || registry_.succession().must_yield(*conference);
        registry_.served().reschedule(*conference);
    });
    if (deposed)
        registry_.depose(handle, now);
    else if (auto* served = registry_.served().find(handle))
        registry_.contain(*served, now, [&] { go_on_without_standby(*served, now); });
    return true;
}

/// Where members agree.
void Relay::go_on_without_standby(RelayConference& conference, base::LocalTime now) {
    if (!registry_.succession().may_go_on_alone(conference)) return;
    registry_.replications().remove(conference.handle());
    registry_.succession().go_on_alone(conference, now);
    const auto streams = conference.archive().release_standby();
    conference.sequencer().tell();
    tell_released(conference, streams, now);
}

void Relay::handle_replication(RelayConference& conference, const Replication::Event& event, base::LocalTime now) {
    if (const auto* acknowledged = std::get_if<Replication::Acknowledged>(&event))
        return tell_released(conference, conference.handle_acknowledged(acknowledged->number), now);
    if (const auto* fenced = std::get_if<Replication::Fenced>(&event))
        return registry_.succession().handle_fence(conference, fenced->fence);
    if (std::holds_alternative<Replication::Deposed>(event)) return registry_.succession().handle_claim(conference);
    if (std::holds_alternative<Replication::Resigned>(event))
        return registry_.succession().handle_resigned(conference.handle());
    const bool synced = std::holds_alternative<Replication::Synced>(event);
    if (synced)
        registry_.succession().handle_synced(conference.handle());
    else
        registry_.succession().handle_silent(conference);
    reporter_.tell(synced ? RelayIncident::Kind::standby_synced : RelayIncident::Kind::standby_silent,
                   conference.handle());
}

void Relay::serve(RelaySession& session, base::LocalTime now) {
    drain(session, now);
    const bool attached = session.attached || session.peer.replica;
    if (!attached && !session.link.closed() && now >= attach_by(session))
        session.link.close(wire::CloseReason::too_slow, now);
    spread_changed(now);
    // What came may have put another conference in the place of the one it was in.
    if (session.home != nullptr && session.progress.pump_due)
        session.progress.pump_due = session.home->catch_up().pump(session, now);
    if (session.peer.replica) registry_.replicas().pump(session);
    if (session.home != nullptr) protocol_.pulls().pump(session, now);
    outbox_.transmit_all(session.link, now);
    // Sending may have found out that the peer is silent or gone.
    drain(session, now);
    spread_changed(now);
    if (session.link.closed()) {
        // Who leaves because the relay closes has not gone away.
        if (closing_) session.attached = false;
        protocol_.detach(session, now);
    }
    if (session.link.finished()) return protocol_.drop(session.index, now);
    reschedule(session);
}

void Relay::drain(RelaySession& session, base::LocalTime now) {
    while (auto event = session.link.poll_event()) {
        if (const auto* closed = std::get_if<link::Closed>(&*event)) {
            session.life.closed = *closed;
            session.life.left_politely =
                closed->by == link::ClosedBy::peer && closed->reason == wire::CloseReason::leaving;
            const bool over = closed->by == link::ClosedBy::peer && closed->reason == wire::CloseReason::host_closed;
            if (over && session.peer.replica) registry_.replicas().handle_closed(session);
        } else {
            handle_event(session, *event, now);
        }
    }
}

void Relay::reschedule(RelaySession& session) {
    const auto at = session.link.next_wakeup().at;
    const bool must_attach = !session.attached && !session.peer.replica && !session.link.closed();
    sessions_.schedule(session, must_attach ? std::min(at, attach_by(session)) : at);
}

void Relay::handle_event(RelaySession& session, link::LinkEvent& event, base::LocalTime now) {
    auto* conference = session.home;
    if (const auto* message = std::get_if<link::StreamMessage>(&event))
        return protocol_.handle_stream(session, *message, now);
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
    const bool silent = std::holds_alternative<link::Silent>(event);
    if (!silent && !std::holds_alternative<link::Heard>(event)) return;
    if (silent)
        conference->handle_silent(session, now);
    else
        conference->handle_heard(session, conference->sequencer().clock().to_conference(now), now);
    // Who is there decides what a standby's claim is worth.
    registry_.replications().touch(conference->handle());
    registry_.served().reschedule(*conference);
}

void Relay::fail(RelaySession& session, const Thrown& thrown, base::LocalTime now) {
    if (session.home != nullptr) return registry_.fail(*session.home, thrown, now);
    protocol_.drop(session.index, now);
    reporter_.tell(ContainedFailure{std::nullopt, std::string{thrown.words()}, 1, {}});
}

void Relay::close(RelayClosing how, base::LocalTime now) {
    // Members are told once the standby leads.
    const auto& served = registry_.served().all();
    const bool given = how == RelayClosing::handing_over && served.size() == 1 &&
                       registry_.succession().hand_over(*served.begin()->second);
    if (given) return;
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
