// SPDX-License-Identifier: Apache-2.0
#include "core/relay/relay.h"

#include "core/peer/hello.h"
#include "core/relay/conference/coordination.h"
#include "core/relay/multicast/conference_tree.h"
#include "core/sched/class_queue.h"

#include <algorithm>
#include <ranges>

namespace plenum::node {
namespace {

/// How often retention is looked at.
constexpr base::Duration retention_interval = std::chrono::minutes{1};
/// Whoever finished a handshake attaches, or creates, within this.
constexpr base::Duration attach_patience = std::chrono::seconds{10};

std::vector<base::Address> addresses_of(const std::vector<RelayPlace>& places) {
    std::vector<base::Address> addresses;
    for (const auto& place : places)
        addresses.push_back(place.address);
    return addresses;
}

std::optional<base::Address> own_place(const RelayOptions& options) {
    return options.cluster_place ? std::optional{options.cluster_place->address} : std::nullopt;
}

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

/// The multicast service has packets for sessions, and other deadlines.
void touch_tree(RelayConference& conference, ConferenceRegistry& registry, SessionTable& sessions) {
    for (auto* touched : conference.fan_out().tree().take_touched())
        sessions.touch(*touched);
    registry.served().reschedule(conference);
}

} // namespace

Relay::Relay(const RelayOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox)
    : Relay{options, ciphers,
            // A relay alone draws nothing for edges, and its other draws stay as they were.
            Seeds{random.draw<base::Seed>(), random.split(), random.next_u64(), random.split(),
                  options.peers.empty() && !options.cluster_place ? crypto::SeededRandom{options.identity}
                                                                  : random.split()},
            std::move(random), outbox} {}

Relay::Relay(const RelayOptions& options, wire::CipherSet ciphers, Seeds seeds, crypto::SeededRandom random,
             Outbox& outbox)
    : keys_{RelayKeys::from(options.identity)},
      limits_{options.limits},
      service_doors_{options, keys_.exchange.public_key},
      outbox_{outbox},
      reporter_{outbox},
      sessions_{options.loop},
      registry_{{keys_,
                 limits_,
                 {options.stored, options.floor_styles, seeds.draw},
                 seeds.draw,
                 succession_seed(options),
                 options.peers.empty(),
                 own_place(options)},
                {sessions_, reporter_, outbox},
                {replication_places(options),
                 {&keys_, service_doors_.copy_replication_key(), ciphers, options.loop},
                 seeds.draw},
                std::move(seeds.replications)},
      edges_{{addresses_of(options.peers),
              {&keys_, service_doors_.copy_replication_key(), ciphers, options.loop},
              seeds.draw},
             sessions_,
             outbox,
             std::move(seeds.edges)},
      acceptor_{options,
                ciphers,
                seeds.acceptor,
                std::move(random),
                {keys_, limits_, service_doors_, registry_, edges_, sessions_, reporter_, outbox}},
      confirmations_{sessions_, outbox},
      replication_{{registry_, confirmations_, reporter_, outbox}},
      forwarder_{{sessions_, reporter_, confirmations_, outbox, limits_}},
      submissions_{registry_, reporter_, outbox},
      protocol_{{keys_, service_doors_, registry_, sessions_, reporter_, confirmations_, forwarder_, submissions_,
                 replication_.resumption(), edges_},
                std::move(seeds.knocks)},
      life_{limits_.retention ? base::LocalTime::min() : base::local_time_max, false} {}

std::optional<link::DatagramResult> Relay::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                         const base::Address& from, base::LocalTime now) {
    auto* const route = sessions_.route(header.receiver);
    if (route == nullptr) {
        const auto result = registry_.replications().handle_sealed(header, datagram, now);
        return result ? result : edges_.handle_sealed(header, datagram, now);
    }
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
        if (session.link.closed() && !life_.closing) protocol_.detach(session, now);
        // What comes next is to find what this one did.
        spread_changed(now);
    });
    return result;
}

void Relay::handle_wakeup(base::LocalTime now) {
    acceptor_.handle_wakeup(now);
    registry_.doors().expire(now);
    if (!life_.closing) replication_.resumption().resume_failed(now);
    registry_.replications().handle_wakeup(now);
    edges_.locator().handle_wakeup(now);
    edges_.trees().handle_wakeup(now);
    if (!life_.closing) replication_.resumption().take_over(now);
    sessions_.touch_due(now);
    check_conferences(now);
    if (now < life_.retention_check_at) return;
    life_.retention_check_at = now + retention_interval;
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
    life_.retention_check_at = limits_.retention ? now : base::local_time_max;
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

std::vector<RelayRepairs> Relay::repairs() {
    auto all = edges_.trees().repairs();
    for (const auto& [handle, conference] : registry_.served().all())
        if (auto own = conference->fan_out().tree().repairs()) all.push_back(*std::move(own));
    return all;
}

void Relay::handle(const ConferenceKept& kept, base::LocalTime now) {
    auto* conference = registry_.served().find(kept.conference);
    if (conference != nullptr)
        return registry_.contain(*conference, now,
                                 [&] { replication_.tell_released(*conference, conference->handle(kept)); });
    registry_.handle(kept);
    if (!life_.closing) replication_.resumption().take_over(now);
}

void Relay::handle(const AnswerAssignment& answer, base::LocalTime now) {
    using Outcome = ClusterStandbys::Outcome;
    auto* conference = registry_.served().find(answer.conference);
    auto& replicas = registry_.replicas();
    const bool copied = conference == nullptr && replicas.contains(answer.conference);
    // The home came back while this relay looked.
    if (copied && !replicas.asks_register(answer.conference)) registry_.standbys().forget(answer.conference);
    const auto outcome = registry_.standbys().handle(answer, now);
    if (copied && outcome == Outcome::nothing) replicas.handle_named(answer.conference);
    if (outcome == Outcome::deposed && conference != nullptr) registry_.depose(answer.conference, now);
    if (outcome == Outcome::alone && conference != nullptr)
        registry_.contain(*conference, now, [&] {
            replication_.release_standby(*conference);
            registry_.standbys().go_on_alone(answer.conference, now);
        });
    const bool granted = outcome == Outcome::takes_over;
    if (!granted && outcome != Outcome::refused) return;
    registry_.replicas().handle_answer(answer.conference, granted);
    if (!life_.closing) replication_.resumption().take_over(now);
}

void Relay::handle(const SetPeers& peers, base::LocalTime now) {
    const auto places = addresses_of(peers.peers);
    registry_.standbys().set_peers(places, now);
    edges_.locator().set_relays(places);
    acceptor_.set_peers(peers.peers);
    for (auto& [index, session] : sessions_.all()) {
        // Whom an edge relays, that edge tells.
        if (session.peer.edge || (session.home == nullptr && !session.upstream)) continue;
        std::ignore = send_control(session.link, acceptor_.places());
        sessions_.touch(session);
    }
}

void Relay::spread(RelayConference& conference, base::LocalTime now) {
    registry_.succession().appoint(conference, now);
    registry_.replications().touch(conference.handle());
    if (registry_.move_door(conference, now)) protocol_.knocks().turn_away_all(conference, now);
    protocol_.knocks().admit(conference, now);
    std::ignore = conference.fan_out().tree().take_touched();
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
    if (session == nullptr) {
        edges_.locator().flush(outbox_, now);
        return replication_.flush_one(now);
    }
    contain(*session, now, [&] { serve(*session, now); });
    return true;
}

void Relay::serve(RelaySession& session, base::LocalTime now) {
    auto& held_until = session.limits.board_held_until;
    if (held_until && now >= *held_until) held_until.reset();
    drain(session, now);
    const bool attached = session.attached || session.peer.replica || session.upstream;
    if (!attached && !session.link.closed() && now >= attach_by(session))
        session.link.close(wire::CloseReason::too_slow, now);
    spread_changed(now);
    // What came may have put another conference in the place of the one it was in.
    if (session.home != nullptr && session.progress.pump_due) {
        session.progress.pump_due = session.home->catch_up().pump(session, now);
        // Bodies that it was just given references to.
        if (session.peer.edge && session.home->fan_out().tree().send_bodies(now))
            touch_tree(*session.home, registry_, sessions_);
    }
    if (session.peer.replica) registry_.replicas().pump(session);
    if (session.home != nullptr) protocol_.pulls().pump(session, now);
    if (!session.wanted.untold.empty()) protocol_.subscriptions().tell_publishers(session, now);
    forwarder_.report_excess(session, now);
    if (session.upstream) edges_.pump(session, now);
    outbox_.transmit_all(session.link, now);
    // Sending may have found out that the peer is silent or gone.
    drain(session, now);
    spread_changed(now);
    if (session.link.closed()) {
        // Who leaves because the relay closes has not gone away.
        if (life_.closing) session.attached = false;
        protocol_.detach(session, now);
    }
    const bool over = session.link.finished() && (!session.upstream || session.upstream->connection().finished());
    if (over) return protocol_.drop(session.index, now);
    reschedule(session, now);
}

void Relay::drain(RelaySession& session, base::LocalTime now) {
    const auto held = [&] { return session.limits.board_held_until ? sched::bit_of(base::PriorityClass::board) : 0; };
    while (auto event = session.link.poll_event(held())) {
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

void Relay::reschedule(RelaySession& session, base::LocalTime now) {
    auto at = session.link.next_wakeup().at;
    if (session.upstream) at = std::min(at, session.upstream->next_wakeup(now));
    if (session.limits.board_held_until) at = std::min(at, *session.limits.board_held_until);
    at = std::min(at, session.limits.contracts.next_wakeup());
    if (!session.wanted.untold.empty()) at = std::min(at, session.limits.subscriptions.next());
    const bool must_attach = !session.attached && !session.peer.replica && !session.upstream && !session.link.closed();
    sessions_.schedule(session, must_attach ? std::min(at, attach_by(session)) : at);
}

void Relay::handle_event(RelaySession& session, link::LinkEvent& event, base::LocalTime now) {
    auto* conference = session.home;
    if (auto* message = std::get_if<link::StreamMessage>(&event))
        return protocol_.handle_stream(session, *message, now);
    if (const auto* moved = std::get_if<link::Moved>(&event)) return acceptor_.handle_moved(session, *moved, now);
    if (std::holds_alternative<link::RelayedFragmentReceived>(event))
        return session.link.close(wire::CloseReason::protocol_error, now);
    if (session.upstream) return edges_.handle(session, event, now);
    if (auto* received = std::get_if<link::FragmentReceived>(&event)) {
        if (!received->shim.empty() && conference != nullptr && session.attached)
            conference->fan_out().coordination().handle_shim(session, *received, now);
        forwarder_.handle_fragment(session, received->fragment, now);
        protocol_.subscriptions().review_sizes(session, received->fragment.flow, now);
        return session.link.reuse(std::move(received->fragment.data));
    }
    if (conference == nullptr) return;
    if (const auto* packet = std::get_if<link::TreePacketReceived>(&event)) {
        conference->fan_out().tree().handle(session, *packet, now);
        return touch_tree(*conference, registry_, sessions_);
    }
    if (!session.attached) return;
    if (const auto* lost = std::get_if<link::FragmentGivenUp>(&event)) {
        // The receiver will miss it and ask; that takes it longer to find out.
        const auto [flow, sender] = flow::stream_of(lost->tag);
        if (lost->priority == base::PriorityClass::video)
            forwarder_.handle_key_frame_request(session, {flow, sender}, now);
    }
    if (const auto* dropped = std::get_if<link::FragmentDropped>(&event))
        return forwarder_.handle_dropped(session, *dropped, now);
    const bool silent = std::holds_alternative<link::Silent>(event);
    // The edge is heard again, and the member perhaps not.
    const bool heard = std::holds_alternative<link::Heard>(event) && !session.silent();
    if (!silent && !heard) return;
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
    life_.closing = true;
    acceptor_.close();
    registry_.replications().close(reason, outbox_, now);
    for (auto& [index, session] : sessions_.all()) {
        // Its conference goes on elsewhere.
        session.link.close(session.upstream ? wire::CloseReason::restarting : reason, now);
        sessions_.touch(session);
    }
}

base::LocalTime Relay::next_wakeup() const {
    const auto at = std::min({acceptor_.next_wakeup(), life_.retention_check_at, sessions_.next_wakeup(),
                              registry_.served().next_wakeup(), registry_.replications().next_wakeup(),
                              edges_.locator().next_wakeup(), edges_.trees().next_wakeup()});
    return life_.closing ? at : std::min(at, registry_.next_wakeup());
}

} // namespace plenum::node
