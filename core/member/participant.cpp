// SPDX-License-Identifier: Apache-2.0
#include "core/member/participant.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::node {
namespace {

constexpr base::Duration takeover_patience = std::chrono::minutes{1};

Connection::Options connection_options(const Participant::Options& options, const Roster::Options& own) {
    Connection::Options connection;
    auto keys = LinkKeys::from(own.link.secret);
    connection.relay = options.joining.join.relay;
    connection.conference = keys.door;
    connection.relay_key = own.link.relay_key;
    connection.psk = std::move(keys.access);
    connection.exchange = own.exchange.copy();
    connection.identity = own.identity.copy();
    connection.ciphers = options.ciphers;
    // A standby takes some seconds to take over.
    if (!options.joining.standby.empty()) connection.give_up_after = takeover_patience;
    return connection;
}

} // namespace

struct Participant::Parts {
    crypto::ExchangeKeyPair exchange;
    crypto::SeededRandom duties_random;
    crypto::SeededRandom connection_random;
    crypto::SeededRandom recovery_random;
};

Participant::Participant(Options options, crypto::SeededRandom random, Outbox& outbox, base::LocalTime now)
    : Participant{std::move(options),
                  Parts{crypto::ExchangeKeyPair::from_seed(random.draw<base::Seed>()), random.split(), random.split(),
                        random.split()},
                  outbox, now} {}

Participant::Participant(Options options, Parts parts, Outbox& outbox, base::LocalTime now)
    : outbox_{outbox},
      roster_{{options.joining.join.link, options.joining.join.display_name, std::move(options.identity),
               std::move(parts.exchange), std::move(options.joining.told), std::move(options.joining.former_keys)},
              outbox},
      messages_{roster_, outbox, now},
      relay_{connection_options(options, roster_.own()), std::move(parts.connection_random), now},
      lifecycle_{relay_.connection(), outbox},
      submitter_{
          {parts.duties_random.split(), options.floor_styles, options.checkpoints}, roster_, messages_, relay_, outbox},
      commands_{roster_, messages_, relay_, submitter_, lifecycle_, outbox},
      log_transfer_{roster_, messages_, relay_.connection(), lifecycle_},
      places_{options.joining.join.relay, options.joining.standby, roster_, relay_.connection()},
      recovery_{{roster_, relay_.connection(), witness_},
                options.joining.join.standby.conference,
                options.ciphers,
                std::move(parts.recovery_random)},
      standby_places_{std::move(options.standby_places)},
      knock_{make_knock(roster_, parts.duties_random)} {
    const auto fence = options.joining.join.standby.fence;
    if (fence != base::ConferenceTime{}) std::ignore = witness_.handle({options.joining.standby, fence, {}});
}

void Participant::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    relay_.connection().handle_response(receiver, datagram, now);
    recovery_.handle_response(receiver, datagram, now);
}

bool Participant::takes(base::SessionIndex index) const {
    return relay_.connection().takes(index) || recovery_.takes(index);
}

std::optional<link::DatagramResult> Participant::handle_sealed(const wire::SealedHeader& header,
                                                               base::ByteView datagram, base::LocalTime now) {
    const auto result = relay_.connection().handle_sealed(header, datagram, now);
    find_clock(now);
    return result ? result : recovery_.handle_sealed(header, datagram, now);
}

/// Messages that wait for the conference's clock go by it as soon as there is one.
void Participant::find_clock(base::LocalTime now) {
    if (!messages_.scheduler.clock().offset()) messages_.scheduler.read_clock(relay_.link(), now);
}

void Participant::handle_wakeup(base::LocalTime now) {
    submitter_.stir();
    relay_.connection().handle_wakeup(now);
    recovery_.handle_wakeup(now);
    roster_.keys().ring().expire(now);
    messages_.receiver.expire(now);
    if (!lifecycle_.ended()) messages_.puller.expire(now);
    find_clock(now);
    // Nothing is told after the end.
    if (!lifecycle_.ended()) messages_.scheduler.deliver_due(now);
    lifecycle_.handle_wakeup(now);
    if (!lifecycle_.ended()) messages_.report_health(relay_, outbox_, now);
}

void Participant::handle_event(Connection::Event& event, base::LocalTime now) {
    if (!std::holds_alternative<Connection::FragmentReceived>(event)) submitter_.stir();
    auto& arbiter = submitter_.duties().arbiter();
    const base::Overloaded handle{
        [&](const Connection::Connected& connected) { handle_connected(connected.relay_identity); },
        [&](const Connection::Lost& lost) {
            relay_.detach();
            messages_.receiver.heard_messages().handle_lost();
            messages_.puller.handle_lost();
            messages_.responder.handle_lost();
            places_.handle_lost(lost.restarting);
            if (lost.restarting) outbox_.event(RelayRestarts{});
            lifecycle_.handle_lost();
        },
        [&](const Connection::Over& over) { lifecycle_.handle(over, now); },
        [&](const Connection::ControlReceived& received) { handle_control(received.message, now); },
        [&](const Connection::ReliableReceived& received) {
            if (received.stream == base::PriorityClass::bulk && wire::PulledPart::begins(received.message)) {
                find_clock(now);
                return messages_.puller.handle_part(received.message, now);
            }
            if (arbiter.is_one()) {
                const auto message = wire::decode<wire::ReliableMessage>(received.message);
                if (message) arbiter.note_voice(message->flow, message->sender, now);
            }
            messages_.receiver.handle_reliable(received.message, relay_.link(), now);
        },
        [&](Connection::FragmentReceived& received) {
            auto& fragment = received.fragment;
            if (!fragment.flags.is_discardable()) arbiter.note_voice(fragment.flow, fragment.sender, now);
            messages_.receiver.handle_fragment(fragment, relay_.link(), now);
            const auto shim = received.shim.empty() ? std::nullopt : cluster::decode_shim(received.shim);
            if (const auto* reported = shim ? std::get_if<cluster::InboundShim>(&*shim) : nullptr)
                outbox_.event(CellsReported{*reported});
        },
        // Relays send these to relays alone.
        [&](const Connection::RelayedFragmentReceived&) {},
        [&](Connection::TreePacketReceived& received) {
            if (relay_.attached_link() != nullptr && received.end == wire::TreeFrame::End::member)
                outbox_.event(TreePacketReceived{std::move(received.packet)});
        },
        [&](const Connection::FragmentGivenUp& lost) { messages_.live.handle_given_up(lost.flow, lost.size, now); },
        [&](const Connection::FragmentDropped& dropped) {
            if (auto* link = relay_.attached_link()) messages_.live.handle_dropped(*dropped.frame, *link, now);
        },
    };
    std::visit(handle, event);
}

void Participant::handle_connected(const base::IdentityKey& relay_identity) {
    const auto& state = roster_.state();
    if (state.size.value() > 0 && state.genesis.relay_identity != relay_identity) return;
    places_.handle_connected();
    relay_.detach();
    log_transfer_.handle_connected();
    const bool member = roster_.self().value() != 0;
    if (auto* link = relay_.link()) {
        const auto first = member ? wire::ControlMessage{wire::Attach{state.size, messages_.receiver.positions()}}
                                  : wire::ControlMessage{wire::Knock{knock_}};
        std::ignore = send_control(*link, first);
    }
    lifecycle_.handle_connected(member);
}

void Participant::handle_control(const wire::ControlMessage& message, base::LocalTime now) {
    auto& lobby = submitter_.lobby();
    const base::Overloaded handle_of_conference{
        [&](const wire::LogEntry& entry) { log_transfer_.handle(entry, now); },
        [&](const wire::LogState& state) { log_transfer_.handle(state, now); },
        [&](const wire::LogStatePart& part) { log_transfer_.handle(part, now); },
        [&](const wire::Causes& causes) { log_transfer_.handle(causes); },
        [&](const wire::SubmitRefused& refused) {
            // For a reason that this program does not know, the same is not said again either.
            const auto why = base::to_enum<log::Refusal>(refused.reason).value_or(log::Refusal::malformed);
            submitter_.duties().handle_refused(refused.author_sequence, why, now);
        },
        [&](const wire::Accepted& accepted) { messages_.streams.handle(accepted); },
        [&](const wire::WordRefused& refused) { messages_.streams.handle(refused); },
        [&](const wire::Demand& demand) { messages_.subscriptions.handle(demand); },
        [&](const wire::FlowExcess& excess) { messages_.subscriptions.handle(excess); },
        [&](const wire::PullRequest& request) { messages_.responder.handle(request, relay_.attached_link()); },
        [&](const wire::PullRefused& refused) { messages_.puller.handle(refused, now); },
        [&](const wire::DelayAdvice& advice) { messages_.scheduler.orders().handle(advice); },
        [&](const wire::Gap& gap) { messages_.scheduler.handle(gap, now); },
        [&](const wire::HolderSilent& silent) {
            const bool heard = silent.returns_in == base::Duration{};
            outbox_.event(
                HolderSilent{silent.token, silent.member, heard ? std::nullopt : std::optional{silent.returns_in}});
        },
        [&](const wire::KeyFrameRequest& request) {
            if (request.sender == roster_.self())
                outbox_.event(KeyFrameRequested{request.flow,
                                                request.small ? base::PictureSize::small : base::PictureSize::large});
        },
        [&](const wire::WordsWanted& wanted) { messages_.receiver.heard_messages().handle(wanted, roster_.state()); },
        [&](const wire::StandbyRemoval& removal) {
            const wire::StandbyRemoval answer{removal.fence, witness_.agree_to(removal)};
            // After that this program bears no witness at this fence, whatever becomes of it.
            if (answer.agreed) outbox_.event(places_.told({places_.standby(), {}, {}}));
            if (answer.agreed || witness_.witnessed(removal.fence))
                std::ignore = send_control(*relay_.attached_link(), answer);
        },
        [&](const wire::Knocking& knocking) { lobby.handle(knocking); },
        [&](const wire::KnockEnded& ended) { lobby.handle(ended); },
        // For relays.
        [](const auto&) {},
    };
    const base::Overloaded handle{
        [&](const wire::Attached& attached) { handle_attached(attached, now); },
        [&](const wire::KnockAnswer& answer) { lifecycle_.handle(answer, roster_.self().value() != 0, now); },
        [&](const wire::Standby& standby) {
            if (!witness_.handle(standby)) return;
            places_.handle(standby);
            if (standby.fence != base::ConferenceTime{}) outbox_.event(places_.told(standby));
        },
        [&](const wire::StandbyAppointed& appointed) {
            if (may_stand_by(appointed)) appointment_ = appointed;
        },
        [&](const wire::LogWanted& wanted) { log_transfer_.handle(wanted); },
        [&](const auto& other) {
            if (relay_.is_attached()) handle_of_conference(other);
        },
    };
    std::visit(handle, message);
}

void Participant::handle_attached(const wire::Attached& attached, base::LocalTime now) {
    if (relay_.is_attached()) return;
    relay_.attach(attached.log_size);
    outbox_.event(RelayDurability{attached.durable});
    if (const auto moved = places_.take_moved()) outbox_.event(*moved);
    lifecycle_.handle_attached();
    log_transfer_.handle_attached();
    messages_.scheduler.tell(roster_.handle_connected(attached.log_size));
    submitter_.duties().handle_connected();
    submitter_.lobby().handle_attached(now);
    messages_.pulse.handle_attached(now);
    if (auto* link = relay_.link()) {
        messages_.streams.resume(attached.positions, *link);
        messages_.subscriptions.handle_attached(*link);
        // A relay with a disk comes back by itself.
        if (!attached.durable) offer_standby();
    }
}

/// By the relay that the conference's link names, and with its keys. Others are not followed.
bool Participant::may_stand_by(const wire::StandbyAppointed& appointed) const {
    base::Seed seed;
    seed.bytes = appointed.identity.bytes;
    return relay_.is_attached() && std::ranges::count(standby_places_, appointed.place) > 0 &&
           crypto::ExchangeKeyPair::from_seed(seed).public_key == roster_.own().link.relay_key;
}

void Participant::offer_standby() {
    const auto& relay = relay_.connection().place();
    const auto is_relay = [&](const wire::RelayPlace& place) {
        return base::Address{place.address.bytes, place.port} == relay;
    };
    if (standby_places_.empty() || std::ranges::any_of(standby_places_, is_relay)) return;
    std::ignore = send_control(*relay_.link(), wire::StandbyOffer{standby_places_});
}

void Participant::send_bundles(base::LocalTime now) { messages_.live.send_bundles(relay_.attached_link(), now); }

void Participant::flush(base::LocalTime now) {
    auto& connection = relay_.connection();
    send_bundles(now);
    do {
        while (auto event = connection.poll_event(now)) {
            // Before joining anew, nothing counts any more.
            if (lifecycle_.active()) handle_event(*event, now);
        }
        log_transfer_.pump();
        auto* link = lifecycle_.active() ? relay_.attached_link() : nullptr;
        if (link != nullptr) {
            const bool settled = lifecycle_.joined() && !link->silent();
            if (!settled && lifecycle_.advance(*link, roster_, now)) submitter_.stir();
            submitter_.flush(*link, now);
            const auto spent = link->silent() ? std::nullopt : witness_.take_spent();
            if (spent) std::ignore = send_control(*link, wire::StandbyRemoval{*spent, false});
        }
        if (auto* attached = lifecycle_.ended() ? nullptr : relay_.attached_link()) messages_.pump(*attached, now);
        connection.flush(outbox_, now);
    } while (connection.has_event());
    recovery_.flush(lifecycle_.active(), outbox_, now);
    look_after_lease(now);
}

void Participant::look_after_lease(base::LocalTime now) {
    const bool current = relay_.is_current(roster_.state().size);
    // With every datagram.
    if ((current && lease_.runs()) || !has_lease()) return;
    const auto heard_until = relay_.link() == nullptr ? now : relay_.link()->peer_there_until(now);
    if (const auto over = lease_.handle(current ? std::nullopt : std::optional{heard_until}, now))
        outbox_.event(LeaseOver{*over});
}

base::LocalTime Participant::next_wakeup() const {
    auto at = relay_.connection().next_wakeup();
    if (lifecycle_.ended()) return at;
    at = std::min(at, messages_.next_wakeup());
    at = std::min(at, recovery_.next_wakeup());
    at = std::min(at, submitter_.next_wakeup());
    at = std::min(at, lifecycle_.next_wakeup());
    at = std::min(at, roster_.keys().ring().expires_at());
    // What the pulse waits for is there from then on.
    if (relay_.is_attached() && lifecycle_.joined()) at = std::min(at, messages_.pulse.next_wakeup());
    if (!lease_.runs() && has_lease()) at = std::min(at, lease_.next_wakeup());
    return at;
}

Participant::Joining Participant::rejoining() const {
    const auto& own = roster_.own();
    return {
        {own.link, places_.relay(), own.display_name}, places_.standby(), roster_.told(), roster_.keys().former_keys()};
}

CarriedOver Participant::carried_over() const {
    CarriedOver::Flows flows;
    const auto& state = roster_.state();
    for (const auto& [id, flow] : state.flows) {
        const auto* created = state.find_created(id);
        const bool everyones = flow.conversation <= log::plenary && (created == nullptr || !created->is_two_party());
        if (everyones && !flow.loss_delay && state.find_open(id) != nullptr) flows.emplace(id, flow.message_bytes_max);
    }
    return {std::move(flows), messages_.publisher.unconfirmed()};
}

void Participant::add_load(NodeLoad& load) const {
    ++load.sessions;
    messages_.add_load(load);
    if (const auto* link = relay_.link()) {
        const auto held = link->load();
        load.queued_packets += held.queued_fragments;
        load.stream_bytes += held.stream_bytes;
        load.reassembly_bytes += held.reassembly_bytes;
    }
}

} // namespace plenum::node
