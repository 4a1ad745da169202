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
/// From an answer to making the next one's ephemeral key: whoever was answered needs the processor first, here and,
/// where it is the same machine, there.
constexpr base::Duration prepare_pause = std::chrono::milliseconds{2};

wire::Standby standby_of(const std::vector<RelayPlace>& places) {
    wire::Standby standby;
    for (const auto& place : places | std::views::take(wire::Standby::places_max))
        standby.places.push_back({place.host, {place.address.ip}, place.address.port});
    return standby;
}

std::vector<base::Address> replication_places(const RelayOptions& options) {
    std::vector<base::Address> places;
    if (!options.replicate) return places;
    for (const auto& place : options.standby | std::views::take(wire::Standby::places_max))
        places.push_back(place.address);
    return places;
}

} // namespace

Relay::Relay(const RelayOptions& options, wire::CipherSet ciphers, crypto::SeededRandom random, Outbox& outbox)
    : keys_{RelayKeys::from(options.identity)},
      ways_{options.stored, options.floor_styles},
      standby_{standby_of(options.standby)},
      service_doors_{options, keys_.exchange.public_key},
      random_{std::move(random)},
      outbox_{outbox},
      acceptor_{{.static_keys = keys_.exchange.copy(), .seed = random_.draw<base::Seed>(), .ciphers = ciphers}, *this},
      knock_gate_{random_.split()},
      draw_{random_.next_u64()},
      replications_{
          {replication_places(options), &keys_, service_doors_.copy_replication_key(), ciphers, options.loop, draw_},
          random_.split()},
      replicas_{{&keys_, ways_, options.limits.history_bytes}, outbox_},
      sessions_{options.loop},
      limits_{options.limits},
      retention_check_at_{limits_.retention ? base::LocalTime::min() : base::local_time_max},
      reporter_{outbox},
      forwarder_{{sessions_, reporter_, outbox}} {
    acceptor_.prepare();
}

const crypto::SecretKey* Relay::access_key(wire::HandshakePattern pattern, const base::ConferenceHandle& conference) {
    if (closing_ || pattern == wire::HandshakePattern::relays) return nullptr;
    // The open pattern makes conferences; it is no way into one.
    if (pattern == wire::HandshakePattern::open) return service_doors_.key_of(conference);
    if (const auto* old = doors_.find_old(conference)) return &old->access;
    const auto found = doors_.find(conference);
    auto* behind = found ? conferences_.find(*found) : nullptr;
    return behind == nullptr ? nullptr : &behind->admission().access();
}

base::SessionIndex Relay::draw_index() { return sessions_.draw_index(random_); }

base::Seed Relay::draw_seed() { return random_.draw<base::Seed>(); }

std::expected<void, log::Refusal> Relay::load(ConferenceStored stored, base::LocalTime now) {
    if (conferences_.contains(stored.conference) || failed_.contains(stored.conference) ||
        replicas_.contains(stored.conference))
        return std::unexpected{log::Refusal::wrong_conference};
    // The program ended between the conference and its first entry, before anybody was told of it.
    if (stored.entries.empty()) {
        outbox_.push(ForgetConference{stored.conference});
        return {};
    }
    // Whoever removes the standby from the settings says that it takes nothing over.
    const bool alone = stored.role == ConferenceRole::primary_replicated && !replications_.enabled();
    if (alone) stored.role = ConferenceRole::primary;
    const auto role = stored.role;
    if (role == ConferenceRole::standby || role == ConferenceRole::standby_behind)
        return replicas_.load(std::move(stored), now);
    auto conference =
        std::make_unique<RelayConference>(stored.conference, crypto::SecretKey{stored.access}, keys_, outbox_, ways_);
    const auto handle = stored.conference;
    auto loaded = std::expected<void, log::Refusal>{std::unexpected{log::Refusal::malformed}};
    const auto thrown = run_contained([&] { loaded = conference->recovery().load(std::move(stored), now); });
    if (thrown) reporter_.tell(ContainedFailure{handle, std::string{thrown->words()}, 1, base::Duration::max()});
    if (!loaded) return loaded;
    if (!conference->sequencer().catch_up(now)) return std::unexpected{log::Refusal::malformed};
    open_door(*conference);
    move_door(*conference, now);
    conference->archive().bound(limits_.history_bytes, conference->state());
    // Nobody is there yet to whom its entries would be news.
    std::ignore = conference->changes().take_news();
    auto& made = conferences_.add(std::move(conference));
    if (alone) std::ignore = made.archive().store_role(ConferenceRole::primary);
    if (replications_.enabled()) made.recovery().ask_standby(now);
    replicate(made, role, now);
    conferences_.reschedule(made);
    left_out_.erase(handle);
    settling_.insert(handle);
    refilling_.insert(handle);
    report();
    return {};
}

void Relay::handle(const ConferenceLeftOut& left_out, base::LocalTime now) {
    left_out_[left_out.conference] = now + ConferenceLeftOut::patience;
}

void Relay::handle_init(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
    if (const auto answer = acceptor_.handle_init(from, datagram, now))
        outbox_.transmit(from, {answer->begin(), answer->end()});
    // By the first of those: what others send postpones nothing.
    if (!acceptor_.prepared()) prepare_at_ = std::min(prepare_at_, now + prepare_pause);
}

void Relay::handle_final(const base::Address& from, base::ByteView datagram, base::LocalTime now) {
    const auto thrown = run_contained([&] {
        if (auto session = acceptor_.handle_final(from, datagram, now)) open_session(std::move(*session), now);
    });
    if (thrown) reporter_.tell(ContainedFailure{std::nullopt, std::string{thrown->words()}, 1, {}});
}

void Relay::open_session(link::Session session, base::LocalTime now) {
    if (closing_) return;
    if (session.pattern == wire::HandshakePattern::known_relay) {
        const auto conference = conference_behind(session);
        if (!conference) return;
        session.conference = *conference;
    }
    if (session.continues) return continue_session(std::move(session), now);
    const bool has_room = has_room_for(session);
    link::LinkOptions options;
    options.local = session.local;
    options.remote = session.remote;
    options.keys = std::move(session.keys);
    options.cipher = session.cipher;
    options.peer = {session.address, true, draw_seed()};
    options.now = now;
    if (!has_room) return turn_away(std::move(options), now);
    ++reporter_.counters().sessions_opened;
    auto* home = conferences_.find(session.conference);
    options.serve_clock = home == nullptr ? base::ClockOffset{} : home->sequencer().clock();
    RelaySession opened{std::move(options), session, reporter_.counters().sessions_opened, now};
    std::ignore = send_control(opened.link, make_hello(keys_.identity, session.handshake_hash, false));
    // In the same datagram: whoever knows this relay must find the standby too.
    if (!standby_.places.empty() && home != nullptr) std::ignore = send_control(opened.link, standby_);
    auto& added = sessions_.add(std::move(opened));
    if (home != nullptr) home->enter(added);
    sessions_.touch(added);
    report();
    reporter_.tell(RelayIncident{RelayIncident::Kind::session_opened, session.address, {}});
}

bool Relay::replaces_one(const link::Session& session) {
    auto* conference = conferences_.find(session.conference);
    if (conference == nullptr) return false;
    // Whoever has two addresses must not let sessions in at the crowded one through the other.
    std::size_t same = 0;
    bool here = false;
    for (const auto index : conference->fan_out().sessions()) {
        const auto& other = sessions_.at(index);
        if (other.exchange != session.remote_static) continue;
        ++same;
        here = base::subnet_of(other.counted_at) == base::subnet_of(session.address);
    }
    return same == 1 && here;
}

/// The same run of a program has one session; a silent older one is not waited for.
void Relay::replace_older(const RelaySession& newer, base::SessionIndex newer_index) {
    auto* conference = conference_of(newer);
    if (conference == nullptr) return;
    std::vector<base::SessionIndex> older;
    for (const auto index : conference->fan_out().sessions()) {
        if (index != newer_index && sessions_.at(index).exchange == newer.exchange) older.push_back(index);
    }
    for (const auto index : older) {
        sessions_.at(index).member = {};
        drop_session(index, {});
    }
}

std::optional<link::DatagramResult> Relay::handle_sealed(const wire::SealedHeader& header, base::ByteView datagram,
                                                         const base::Address& from, base::LocalTime now) {
    auto* const route = sessions_.route(header.receiver);
    if (route == nullptr) return replications_.handle_sealed(header, datagram, now);
    auto& session = *route;
    auto result = link::DatagramResult::ignored;
    contain(session, now, [&] {
        result = session.link.handle_datagram(header, datagram, from, now);
        // Whoever sent what no correct peer sends is told so too.
        const bool heard = result == link::DatagramResult::accepted || result == link::DatagramResult::malformed;
        if (heard) sessions_.touch(session);
        if (heard && session.replica) replicas_.note_heard(session, now);
    });
    return result;
}

void Relay::handle_wakeup(base::LocalTime now) {
    acceptor_.expire(now);
    if (now >= prepare_at_) {
        acceptor_.prepare();
        prepare_at_ = base::local_time_max;
    }
    doors_.expire(now);
    resume_failed(now);
    replications_.handle_wakeup(now);
    take_over(now);
    sessions_.touch_due(now);
    check_conferences(now);
    check_retention(now);
}

void Relay::check_conferences(base::LocalTime now) {
    std::vector<RelayConference*> due;
    while (auto* conference = conferences_.take_due(now))
        due.push_back(conference);
    for (auto* conference : due)
        contain(*conference, now, [&] { check(*conference, now); });
}

void Relay::check(RelayConference& conference, base::LocalTime now) {
    if (now >= conference.next_wakeup()) conference.handle_wakeup(conference_time(conference, now), now);
    take_news(conference, now);
    if (const auto at = conference.admission().queue().ask_again_at; at && now >= *at) {
        admit_waiting(conference, now);
        take_news(conference, now);
    }
    if (!conference.is_over(now)) return conferences_.reschedule(conference);
    for (const auto index : conference.fan_out().sessions()) {
        sessions_.at(index).link.close(wire::CloseReason::refused, now);
        sessions_.touch(index);
    }
    forget(conference.handle(), now);
}

void Relay::close_if_unused(RelaySession& session, base::LocalTime now) {
    if (session.attached || session.replica || session.link.closed() || now < attach_by(session)) return;
    session.link.close(wire::CloseReason::too_slow, now);
}

/// Whoever waits to be let in may wait for long.
base::LocalTime Relay::attach_by(const RelaySession& session) {
    auto* conference = conference_of(session);
    const bool waits = conference != nullptr &&
                       (conference->admission().queue().contains(session.index) || conference->recovery().settling());
    return session.opened_at + (waits ? base::limits::knock_age_max : attach_patience);
}

void Relay::take_news(RelayConference& conference, base::LocalTime now) {
    if (!conference.changes().take_news()) return;
    replications_.touch(conference.handle());
    move_door(conference, now);
    admit_waiting(conference, now);
    touch_all(conference);
}

void Relay::touch_all(RelayConference& conference) {
    for (const auto index : conference.fan_out().sessions()) {
        sessions_.at(index).pump_due = true;
        sessions_.touch(index);
    }
}

bool Relay::flush_one(base::LocalTime now) {
    auto* session = sessions_.take_touched();
    if (session == nullptr) {
        settle(now);
        refill_words(now);
        session = sessions_.take_touched();
    }
    if (session == nullptr) return flush_replication(now);
    contain(*session, now, [&] { serve(*session, now); });
    return true;
}

void Relay::serve(RelaySession& session, base::LocalTime now) {
    drain(session, now);
    close_if_unused(session, now);
    // What came may have put another conference in the place of the one it was in.
    auto* conference = conference_of(session);
    if (conference != nullptr) {
        take_news(*conference, now);
        if (session.pump_due) session.pump_due = conference->catch_up().pump(session, now);
    }
    if (session.replica) replicas_.pump(session);
    outbox_.transmit_all(session.link, now);
    // Sending may have found out that the peer is silent or gone.
    drain(session, now);
    conference = conference_of(session);
    if (conference != nullptr) take_news(*conference, now);
    if (session.link.closed() && session.attached) {
        session.attached = false;
        if (conference != nullptr && !closing_) conference->detach(session, session.left_politely, now);
    }
    if (conference != nullptr && conference->changes().take_timing()) conferences_.reschedule(*conference);
    if (session.link.finished()) return drop_session(session.index, now);
    reschedule(session);
}

void Relay::drain(RelaySession& session, base::LocalTime now) {
    while (auto event = session.link.poll_event()) {
        if (const auto* closed = std::get_if<link::Closed>(&*event)) {
            session.closed = *closed;
            session.left_politely = closed->by == link::ClosedBy::peer && closed->reason == wire::CloseReason::leaving;
            const bool over = closed->by == link::ClosedBy::peer && closed->reason == wire::CloseReason::host_closed;
            if (over && session.replica) replicas_.handle_closed(session);
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
    auto* conference = conference_of(session);
    if (const auto* message = std::get_if<link::StreamMessage>(&event)) return handle_stream(session, *message, now);
    if (auto* received = std::get_if<link::FragmentReceived>(&event)) {
        forwarder_.handle_fragment(session, received->fragment, now);
        return session.link.reuse(std::move(received->fragment.data));
    }
    if (const auto* moved = std::get_if<link::Moved>(&event)) return handle_moved(session, *moved, now);
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
        conference->handle_heard(session, conference_time(*conference, now), now);
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
    if (is_primarys(session)) return handle_from_primary(session, message, now);
    if (holds_back(session, message, now)) return;
    if (const auto* create = std::get_if<wire::CreateConference>(&message)) {
        handle_create(session, *create, now);
    } else if (const auto* attach = std::get_if<wire::Attach>(&message)) {
        handle_attach(session, *attach, now);
    } else if (const auto* knock = std::get_if<wire::Knock>(&message)) {
        handle_knock(session, *knock, now);
    } else if (const auto* refusal = std::get_if<wire::RefuseKnock>(&message)) {
        handle_refusal(session, *refusal, now);
    } else if (const auto* submit = std::get_if<wire::Submit>(&message)) {
        handle_submit(session, *submit, now);
    } else if (const auto* request = std::get_if<wire::KeyFrameRequest>(&message)) {
        forwarder_.handle_key_frame_request(session, *request, now);
    } else if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        handle_given(session, *entry, now);
    } else if (const auto* state = std::get_if<wire::LogState>(&message)) {
        handle_given(session, *state, now);
    } else if (const auto* part = std::get_if<wire::LogStatePart>(&message)) {
        handle_given(session, *part, now);
    } else if (const auto* restore = std::get_if<wire::Restore>(&message)) {
        handle_restore(session, *restore, now);
    } else if (!forwarder_.handle_order(session, message, now) && !handle_words(session, message)) {
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
    auto* found = conferences_.find(create.conference);
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
    if (!is_free(create.conference, create.conference)) return answer(wire::CreateOutcome::refused);
    if (!make_room_for_conference(now)) {
        ++reporter_.counters().conferences_refused_full;
        reporter_.tell(RelayIncident{RelayIncident::Kind::conferences_full, session.link.peer(), {}});
        return answer(wire::CreateOutcome::full);
    }
    auto conference =
        std::make_unique<RelayConference>(create.conference, crypto::SecretKey{create.access}, keys_, outbox_, ways_);
    if (!conference->found(*genesis, conference_time(*conference, now))) return answer(wire::CreateOutcome::refused);
    open_door(*conference);
    conference->archive().bound(limits_.history_bytes, conference->state());
    conference->admission().creator = session.index;
    auto& made = conferences_.add(std::move(conference));
    ++reporter_.counters().conferences_created;
    replicate(made, ConferenceRole::primary, now);
    answer_creator(made);
    report();
    reporter_.tell(RelayIncident{RelayIncident::Kind::conference_created, session.link.peer(), {}});
}

void Relay::drop_session(base::SessionIndex index, base::LocalTime now) {
    auto& session = sessions_.at(index);
    if (auto* conference = conference_of(session)) {
        if (session.attached) conference->detach(session, session.left_politely, now);
        end_knock(*conference, index);
        for (auto& [waiting, knock] : conference->admission().queue().knocks())
            knock.asked.erase(index);
        conference->leave(session);
        if (conference->changes().take_timing()) conferences_.reschedule(*conference);
    }
    if (session.replica) replicas_.leave(session);
    const auto incident = note_end(session);
    sessions_.remove(session);
    report();
    outbox_.event(incident);
}

void Relay::close(RelayClosing how, base::LocalTime now) {
    const auto reason =
        how == RelayClosing::restarting ? wire::CloseReason::restarting : wire::CloseReason::host_closed;
    closing_ = true;
    replications_.close(reason, outbox_, now);
    for (auto& [index, session] : sessions_.all()) {
        session.link.close(reason, now);
        sessions_.touch(session);
    }
}

base::LocalTime Relay::next_wakeup() const {
    const auto at = std::min({acceptor_.next_wakeup(), prepare_at_, retention_check_at_, sessions_.next_wakeup(),
                              conferences_.next_wakeup(), replications_.next_wakeup()});
    return closing_ ? at : std::min({at, failed_.next_wakeup(), replicas_.next_wakeup()});
}

} // namespace plenum::node
