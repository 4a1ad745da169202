// SPDX-License-Identifier: Apache-2.0
#include "core/member/participant.h"

#include <algorithm>

namespace plenum::node {
namespace {

constexpr base::Duration leave_patience = std::chrono::milliseconds{800};
constexpr base::Duration key_patience = std::chrono::seconds{20};
/// Between two key frames that this side asks itself for.
constexpr base::Duration key_frame_pause = std::chrono::milliseconds{300};
constexpr base::Duration health_interval = std::chrono::seconds{1};
/// Where the key leader's program lets people in, it takes less than this.
constexpr base::Duration lobby_patience = std::chrono::milliseconds{700};

crypto::ExchangeKeyPair draw_exchange(crypto::SeededRandom& random) {
    return crypto::ExchangeKeyPair::from_seed(random.draw<base::Seed>());
}

constexpr base::Duration takeover_patience = std::chrono::minutes{1};

Connection::Options connection_options(const Participant::Options& options, const crypto::ExchangeKeyPair& exchange) {
    Connection::Options connection;
    auto keys = LinkKeys::from(options.join.link.secret);
    connection.relay = options.join.relay;
    connection.conference = keys.door;
    connection.relay_key = options.join.link.relay_key;
    connection.psk = std::move(keys.access);
    connection.exchange = exchange.copy();
    connection.identity = options.identity.copy();
    connection.ciphers = options.ciphers;
    // A standby takes some seconds to take over.
    if (!options.standby.empty()) connection.give_up_after = takeover_patience;
    return connection;
}

} // namespace

struct Participant::Parts {
    crypto::ExchangeKeyPair exchange;
    crypto::SeededRandom duties_random;
    crypto::SeededRandom connection_random;
    crypto::SeededRandom restoring_random;
};

Participant::Participant(Options options, crypto::SeededRandom random, Outbox& outbox, base::LocalTime now)
    : Participant{std::move(options), Parts{draw_exchange(random), random.split(), random.split(), random.split()},
                  outbox, now} {}

Participant::Participant(Options options, Parts parts, Outbox& outbox, base::LocalTime now)
    : options_{std::move(options)},
      outbox_{outbox},
      roster_{{options_.join.link, options_.join.display_name, options_.identity.copy(), parts.exchange.copy(),
               std::move(options_.told)},
              outbox},
      lobby_{roster_, outbox},
      duties_{roster_, lobby_, sent_, parts.duties_random.split(), outbox, options_.floor_styles, options_.checkpoints},
      messages_{roster_, sent_, outbox},
      connection_{connection_options(options_, parts.exchange), std::move(parts.connection_random), now},
      knock_{make_knock(roster_, parts.duties_random)},
      state_recovery_{std::move(parts.restoring_random)},
      health_at_{now + health_interval} {
    if (!options_.standby.empty()) handle_standby({options_.standby});
    set_phase(Phase::connecting);
}

void Participant::set_phase(Phase phase) {
    if (phase_ == phase || ended_) return;
    phase_ = phase;
    stirred_ = true;
    outbox_.event(PhaseChanged{phase});
}

void Participant::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    connection_.handle_response(receiver, datagram, now);
    state_recovery_.handle_response(receiver, datagram, now);
}

std::optional<link::DatagramResult> Participant::handle_sealed(const wire::SealedHeader& header,
                                                               base::ByteView datagram, base::LocalTime now) {
    const auto result = connection_.handle_sealed(header, datagram, now);
    find_clock(now);
    return result ? result : state_recovery_.handle_sealed(header, datagram, now);
}

/// Messages that wait although nobody knew what time it is go by the clock as soon as there is one.
void Participant::find_clock(base::LocalTime now) {
    if (!messages_.scheduler.clock().offset()) messages_.scheduler.read_clock(connection_.link(), now);
}

void Participant::handle_wakeup(base::LocalTime now) {
    stirred_ = true;
    connection_.handle_wakeup(now);
    state_recovery_.handle_wakeup(now);
    roster_.keys().ring().expire(now);
    messages_.receiver.expire(now);
    find_clock(now);
    // Nothing is told after the end.
    if (!ended_) messages_.scheduler.deliver_due(now);
    check_patience(now);
    if (now >= health_at_) report_health(now);
}

void Participant::handle(const Connection::Connected& connected, base::LocalTime) {
    const auto& genesis = roster_.state().genesis;
    if (roster_.state().size.value() > 0 && genesis.relay_identity != connected.relay_identity) return;
    note_place();
    attached_ = false;
    give_.reset();
    gave_log_ = false;
    const bool member = roster_.self().value() != 0;
    if (auto* link = connection_.link()) {
        const auto first =
            member ? wire::ControlMessage{wire::Attach{roster_.state().size, messages_.receiver.positions()}}
                   : wire::ControlMessage{wire::Knock{knock_}};
        std::ignore = send_control(*link, first);
    }
    if (!member && phase_ != Phase::lobby) set_phase(Phase::joining);
}

void Participant::handle(const Connection::Lost& lost, base::LocalTime) {
    attached_ = false;
    messages_.receiver.heard_messages().handle_lost();
    lobby_at_.reset();
    if (lost.restarting) outbox_.event(RelayRestarts{});
    set_phase(Phase::reconnecting);
}

void Participant::handle(const Connection::Over& over, base::LocalTime now) {
    if (leave_by_) return finish(EndReason::left, now);
    if (!over.reason) return finish(EndReason::no_answer, now);
    switch (*over.reason) {
    case wire::CloseReason::host_closed: return finish(EndReason::relay_closed, now);
    case wire::CloseReason::unknown_version: return finish(EndReason::unknown_version, now);
    case wire::CloseReason::leaving: return finish(EndReason::relay_closed, now);
    default: return finish(EndReason::relay_refused, now);
    }
}

void Participant::handle(const Connection::ControlReceived& received, base::LocalTime now) {
    if (const auto* attached = std::get_if<wire::Attached>(&received.message)) {
        handle_attached(*attached, now);
    } else if (const auto* answer = std::get_if<wire::KnockAnswer>(&received.message)) {
        handle_answer(*answer, now);
    } else if (const auto* standby = std::get_if<wire::Standby>(&received.message)) {
        handle_standby(*standby);
    } else if (const auto* wanted = std::get_if<wire::LogWanted>(&received.message)) {
        if (!std::exchange(gave_log_, true)) give_.emplace(wanted->next_entry);
    } else if (attached_) {
        handle_control(received.message, now);
    }
}

void Participant::handle_control(const wire::ControlMessage& message, base::LocalTime now) {
    if (const auto* entry = std::get_if<wire::LogEntry>(&message)) {
        handle_entry(*entry, now);
    } else if (const auto* state = std::get_if<wire::LogState>(&message)) {
        if (!log_state_.begin(*state)) finish(EndReason::not_trustworthy, now);
    } else if (const auto* part = std::get_if<wire::LogStatePart>(&message)) {
        handle_state(*part, now);
    } else if (const auto* causes = std::get_if<wire::Causes>(&message)) {
        causes_ = *causes;
    } else if (const auto* refused = std::get_if<wire::SubmitRefused>(&message)) {
        // A reason that this program does not know is no reason to say the same again.
        const auto why = base::to_enum<log::Refusal>(refused->reason).value_or(log::Refusal::malformed);
        duties_.handle_refused(refused->author_sequence, why, now);
    } else if (const auto* accepted = std::get_if<wire::Accepted>(&message)) {
        messages_.streams.handle(*accepted);
    } else if (const auto* word = std::get_if<wire::WordRefused>(&message)) {
        messages_.streams.handle(*word);
    } else if (const auto* advice = std::get_if<wire::DelayAdvice>(&message)) {
        messages_.scheduler.orders().handle(*advice);
    } else if (const auto* gap = std::get_if<wire::Gap>(&message)) {
        messages_.scheduler.handle(*gap, now);
    } else if (const auto* silent = std::get_if<wire::HolderSilent>(&message)) {
        const bool heard = silent->returns_in == base::Duration{};
        outbox_.event(
            HolderSilent{silent->token, silent->member, heard ? std::nullopt : std::optional{silent->returns_in}});
    } else if (const auto* request = std::get_if<wire::KeyFrameRequest>(&message)) {
        if (request->sender == roster_.self()) outbox_.event(KeyFrameRequested{request->flow});
    } else if (const auto* wanted = std::get_if<wire::WordsWanted>(&message)) {
        messages_.receiver.heard_messages().handle(*wanted, roster_.state());
    } else if (const auto* knocking = std::get_if<wire::Knocking>(&message)) {
        lobby_.handle(*knocking);
    } else if (const auto* ended = std::get_if<wire::KnockEnded>(&message)) {
        lobby_.handle(*ended);
    }
}

void Participant::handle_attached(const wire::Attached& attached, base::LocalTime now) {
    if (std::exchange(attached_, true)) return;
    attached_size_ = attached.log_size;
    outbox_.event(RelayDurability{attached.durable});
    lobby_at_.reset();
    if (phase_ == Phase::lobby) set_phase(Phase::joining);
    causes_.reset();
    messages_.scheduler.tell(roster_.handle_connected(attached.log_size));
    duties_.handle_connected();
    lobby_.handle_attached(now);
    messages_.pulse.handle_attached(now);
    if (auto* link = connection_.link()) messages_.streams.resume(attached.positions, *link);
}

void Participant::handle_answer(const wire::KnockAnswer& answer, base::LocalTime now) {
    if (roster_.self().value() != 0) {
        // What this member lacks of the log is no longer kept.
        if (answer.outcome == wire::KnockOutcome::used) handle_trouble(Roster::Trouble::forgotten, now);
        return;
    }
    switch (answer.outcome) {
    case wire::KnockOutcome::waiting: lobby_at_ = now + lobby_patience; return;
    case wire::KnockOutcome::refused: return finish(EndReason::not_admitted, now);
    case wire::KnockOutcome::closed: return finish(EndReason::closed, now);
    case wire::KnockOutcome::full: return finish(EndReason::full, now);
    case wire::KnockOutcome::ended: return finish(EndReason::ended_for_all, now);
    case wire::KnockOutcome::too_often: return finish(EndReason::too_often, now);
    case wire::KnockOutcome::used: must_rejoin_ = true; return;
    }
}

void Participant::handle_entry(const wire::LogEntry& entry, base::LocalTime now) {
    auto changes = roster_.apply(entry.entry, now);
    if (!changes) return handle_trouble(changes.error(), now);
    after_entry(std::move(*changes), now);
}

void Participant::after_entry(std::vector<TokenChanged> changes, base::LocalTime now) {
    messages_.handle_entry(std::move(changes), std::exchange(causes_, std::nullopt), connection_.link(), now);
    const auto& keys = roster_.keys().links().newest();
    connection_.change_door(keys.door, keys.access);
    options_.join.link = roster_.own().link;
    const bool gone = roster_.self().value() != 0 && roster_.state().find(roster_.self()) == nullptr;
    if (gone && leave_by_) finish(EndReason::left, now);
}

void Participant::handle_state(const wire::LogStatePart& part, base::LocalTime now) {
    if (!log_state_.add(part)) return finish(EndReason::not_trustworthy, now);
    if (!log_state_.whole()) return;
    auto changes = roster_.begin(log_state_.take_state(), log_state_.entry());
    if (!changes) return handle_trouble(changes.error(), now);
    after_entry(std::move(*changes), now);
}

void Participant::handle_trouble(Roster::Trouble trouble, base::LocalTime now) {
    switch (trouble) {
    case Roster::Trouble::not_trustworthy: return finish(EndReason::not_trustworthy, now);
    case Roster::Trouble::removed: return finish(EndReason::removed, now);
    case Roster::Trouble::ended: return finish(EndReason::ended_for_all, now);
    case Roster::Trouble::forgotten:
        must_rejoin_ = !leave_by_;
        if (leave_by_) finish(EndReason::left, now);
        return;
    }
}

void Participant::handle(const Connection::ReliableReceived& received, base::LocalTime now) {
    if (duties_.arbiter().is_one()) {
        const auto message = wire::decode<wire::ReliableMessage>(received.message);
        if (message) duties_.arbiter().note_voice(message->flow, message->sender, now);
    }
    messages_.receiver.handle_reliable(received.message, connection_.link(), now);
}

void Participant::handle(Connection::FragmentReceived& received, base::LocalTime now) {
    const auto& fragment = received.fragment;
    if (!fragment.flags.is_discardable()) duties_.arbiter().note_voice(fragment.flow, fragment.sender, now);
    messages_.receiver.handle_fragment(received.fragment, connection_.link(), now);
}

void Participant::publish(const Publish& message, base::LocalTime now) {
    const auto published = messages_.publisher.publish(message, attached_ ? connection_.link() : nullptr, now);
    if (published && !message.flags.is_discardable()) duties_.arbiter().note_voice(message.flow, roster_.self(), now);
    if (!published) outbox_.event(CommandRefused{CommandKind::of<Publish>(), published.error(), message.flow});
}

CarriedOver::Flows Participant::reliable_flows() const {
    CarriedOver::Flows flows;
    for (const auto& flow : roster_.state().genesis.flows) {
        if (!flow.loss_delay) flows.emplace(flow.flow, flow.message_bytes_max);
    }
    return flows;
}

void Participant::request_key_frame(const RequestKeyFrame& request) {
    if (auto* link = connection_.link(); link != nullptr && attached_) {
        std::ignore = send_control(*link, wire::KeyFrameRequest{request.flow, request.sender});
    }
}

void Participant::leave(base::LocalTime now) {
    new_duties().wish(Duties::Wish::leave);
    leave_by_ = now + leave_patience;
    if (connection_.link() == nullptr || roster_.self().value() == 0) finish(EndReason::left, now);
}

void Participant::end_for_all(base::LocalTime) {
    const auto* self = roster_.self_member();
    if (self == nullptr || self->role != base::MemberRole::moderator) {
        return outbox_.event(CommandRefused{CommandKind::of<EndConference>(), CommandError::not_permitted, {}});
    }
    new_duties().wish(Duties::Wish::end_for_all);
}

std::optional<base::ConferenceTime> Participant::conference_time(base::LocalTime now) const {
    const auto clock = connection_.link() == nullptr ? std::nullopt : connection_.link()->clock(now);
    if (!clock) return std::nullopt;
    return clock->to_conference(now);
}

void Participant::submit_due(base::LocalTime now) {
    auto* link = connection_.link();
    if (link == nullptr || !attached_ || ended_ || must_rejoin_) return;
    // What sound and pictures bring changes nobody's duties.
    if (!std::exchange(stirred_, false) && now < duties_at_) return;
    lobby_.update(conference_time(now), now);
    for (const auto& exchange : lobby_.take_refusals())
        std::ignore = send_control(*link, wire::RefuseKnock{exchange});
    if (const auto operation = duties_.poll_submission(conference_time(now), now)) {
        auto bytes = wire::encode(*operation);
        roster_.note_signed(bytes);
        if (const auto at = conference_time(now))
            if (auto causes = messages_.scheduler.orders().causes_of(*operation, *at))
                std::ignore = send_control(*link, std::move(*causes));
        if (!send_control(*link, wire::Submit{std::move(bytes)})) duties_.handle_unsent();
    }
    duties_at_ = duties_.next_wakeup();
}

void Participant::advance_phase(base::LocalTime now) {
    const auto* link = connection_.link();
    if (!attached_ || link == nullptr || must_rejoin_) return;
    if (phase_ == Phase::joined && !link->silent()) return;
    const bool keyed = roster_.keys().ring().can_seal();
    if (keyed && roster_.caught_up() && link->clock(now)) {
        key_by_.reset();
        set_phase(link->silent() ? Phase::reconnecting : Phase::joined);
    } else if (!keyed && !key_by_) {
        key_by_ = now + key_patience;
    }
}

void Participant::check_patience(base::LocalTime now) {
    if (leave_by_ && now >= *leave_by_) finish(EndReason::left, now);
    if (key_by_ && now >= *key_by_) finish(EndReason::no_key, now);
    if (lobby_at_ && now >= *lobby_at_) {
        lobby_at_.reset();
        set_phase(Phase::lobby);
    }
}

void Participant::report_health(base::LocalTime now) {
    health_at_ = now + health_interval;
    if (ended_) return;
    if (attached_) messages_.pulse.handle_wakeup(now);
    auto* link = connection_.link();
    const auto clock = link == nullptr ? std::nullopt : link->clock(now);
    if (!clock) return;
    if (attached_) messages_.scheduler.orders().report(*link, outbox_);
    const auto stats = link->stats();
    const auto& in = messages_.receiver.counters();
    const auto& out = messages_.scheduler.counters();
    outbox_.event(LinkHealth{stats.rtt, stats.rtt_min, stats.loss_permille, *clock, out.received,
                             in.discarded + out.discarded, in.undecryptable, in.refused + out.refused});
}

/// Receivers will ask for a key frame when they miss what this link just gave up; the sender need not wait for that.
void Participant::handle(const Connection::FragmentGivenUp& lost, base::LocalTime now) {
    const auto* flow = roster_.state().find(lost.flow);
    const bool video = flow != nullptr && flow->kind == base::FlowKind::video;
    if (!video || now - pictures_broken_at_ < key_frame_pause) return;
    pictures_broken_at_ = now;
    outbox_.event(KeyFrameRequested{lost.flow});
}

void Participant::handle(const Connection::FragmentDropped& dropped, base::LocalTime now) {
    if (auto* link = connection_.link(); link != nullptr && attached_)
        messages_.live.handle_dropped(*dropped.frame, *link, now);
}

void Participant::finish(EndReason reason, base::LocalTime now) {
    if (ended_) return;
    outbox_.event(Ended{reason});
    ended_ = reason;
    leave_by_.reset();
    key_by_.reset();
    connection_.close(wire::CloseReason::leaving, now);
}

void Participant::send_bundles(base::LocalTime now) {
    messages_.live.send_bundles(attached_ ? connection_.link() : nullptr, now);
}

void Participant::flush(base::LocalTime now) {
    send_bundles(now);
    for (;;) {
        while (auto event = connection_.poll_event()) {
            // Of whoever is to join anew, nothing counts any more.
            if (ended_ || must_rejoin_) continue;
            stirred_ = stirred_ || !std::holds_alternative<Connection::FragmentReceived>(*event);
            std::visit([&](auto& content) { handle(content, now); }, *event);
        }
        if (give_ && connection_.link() != nullptr) give_log(*connection_.link());
        advance_phase(now);
        submit_due(now);
        if (auto* link = connection_.link(); link != nullptr && attached_ && !ended_) messages_.pump(*link, now);
        connection_.flush(outbox_, now);
        if (!connection_.has_event()) break;
    }
    look_after_relay(now);
    look_after_lease(now);
}

void Participant::look_after_lease(base::LocalTime now) {
    const auto* link = connection_.link();
    const bool there = attached_ && link != nullptr && !link->silent() && roster_.state().size >= attached_size_;
    // With every datagram.
    if ((there && lease_.runs()) || !has_lease()) return;
    const auto heard_until = link == nullptr ? now : link->peer_there_until(now);
    if (const auto over = lease_.handle(there ? std::nullopt : std::optional{heard_until}, now))
        outbox_.event(LeaseOver{*over});
}

void Participant::give_log(link::Link& link) {
    const auto progress = give_->pump(roster_.kept().log(), link);
    // The relay's log ends before ours begins.
    if (progress == LogSender::Progress::gone) give_.emplace();
    if (progress == LogSender::Progress::all) give_.reset();
}

base::LocalTime Participant::next_wakeup() const {
    auto at = connection_.next_wakeup();
    if (ended_) return at;
    at = std::min({at, messages_.next_wakeup(), health_at_});
    at = std::min(at, state_recovery_.next_wakeup());
    // Nothing can be submitted while there is no way to the relay.
    if (attached_ && connection_.link() != nullptr) at = std::min({at, duties_at_, lobby_.next_wakeup()});
    // What the pulse waits for is there from then on.
    if (attached_ && phase_ == Phase::joined) at = std::min(at, messages_.pulse.next_wakeup());
    at = std::min(at, roster_.keys().ring().expires_at());
    if (!lease_.runs() && has_lease()) at = std::min(at, lease_.next_wakeup());
    if (lobby_at_) at = std::min(at, *lobby_at_);
    if (leave_by_) at = std::min(at, *leave_by_);
    if (key_by_) at = std::min(at, *key_by_);
    return at;
}

} // namespace plenum::node
