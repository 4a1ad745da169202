// SPDX-License-Identifier: Apache-2.0
#include "core/relay/edge/edge_sessions.h"

#include "core/flow/stream_id.h"
#include "core/peer/context_book.h"
#include "core/peer/hello.h"
#include "core/relay/edge/edge_copies.h"

#include <algorithm>

namespace plenum::node {
namespace {

constexpr std::size_t slots_max = 512;
/// The edge does not know λ. What takes longer to the home is worth nothing to most.
constexpr base::Duration fragment_age_max = std::chrono::milliseconds{500};

base::FlowKind kind_of(base::PriorityClass priority) {
    return priority == base::PriorityClass::video ? base::FlowKind::video : base::FlowKind::chat;
}

} // namespace

EdgeSessions::EdgeSessions(ConferenceLocator::Options options, SessionTable& sessions, Outbox& outbox,
                           crypto::SeededRandom random)
    : locator_{std::move(options), random.split()},
      sessions_{sessions},
      outbox_{outbox},
      random_{std::move(random)},
      trees_{sessions} {}

std::optional<std::uint32_t> EdgeSessions::take_slot(const base::ConferenceHandle& door, base::SessionIndex session) {
    auto& known = doors_[door];
    if (known.slots.empty()) known.edge = random_.next_u64();
    auto free = std::ranges::find_if(known.slots, [](const auto& slot) { return !slot; });
    if (free == known.slots.end()) {
        if (known.slots.size() >= slots_max) return std::nullopt;
        free = known.slots.insert(known.slots.end(), std::nullopt);
    }
    *free = session;
    return static_cast<std::uint32_t>(free - known.slots.begin());
}

bool EdgeSessions::begin(RelaySession& session, const base::ConferenceHandle& door, base::LocalTime now) {
    const std::uint8_t hops = session.peer.edge ? session.peer.edge->hops() : 0;
    const auto* place = hops < wire::relay_path_max ? locator_.find(door) : nullptr;
    const auto slot = place == nullptr ? std::nullopt : take_slot(door, session.index);
    if (!slot) return false;
    const auto& at = session.member_address();
    wire::RelayedMember member{door,
                               session.peer.exchange,
                               *session.peer.identity,
                               {at.ip},
                               at.port,
                               doors_[door].edge,
                               *slot,
                               static_cast<std::uint8_t>(hops + 1)};
    session.upstream = std::make_unique<Upstream>(locator_.connection_options(place->relay, door), std::move(member),
                                                  random_.split(), now);
    sessions_.touch(session);
    return true;
}

void EdgeSessions::end(RelaySession& session, base::LocalTime now) {
    const auto& member = session.upstream->member();
    const auto door = doors_.find(member.door);
    door->second.slots[member.slot].reset();
    const bool empty = std::ranges::none_of(door->second.slots, [](const auto& slot) { return slot.has_value(); });
    if (empty) {
        trees_.remove(member.door);
        doors_.erase(door);
    } else {
        trees_.handle_left(session, tree_door(member.door), now);
    }
    routes_.remove(session.index);
}

wire::Located EdgeSessions::answer(const wire::Locate& question, const crypto::SecretKey* served) {
    wire::Located located{question.door, {}, {}};
    const auto* place = served == nullptr ? locator_.find(question.door) : nullptr;
    if (served == nullptr && place == nullptr && question.onward) locator_.want_for_relay(question.door);
    if (served == nullptr && place == nullptr) return located;
    if (place != nullptr && place->path.size() >= wire::relay_path_max) return located;
    located.access = (served != nullptr ? *served : place->access).expose();
    located.path.push_back(locator_.run());
    if (place != nullptr) located.path.insert(located.path.end(), place->path.begin(), place->path.end());
    return located;
}

void EdgeSessions::handle_stream(RelaySession& session, link::StreamMessage message, base::LocalTime now) {
    if (!session.upstream->send_up(message.stream, std::move(message.message)))
        session.link.close(wire::CloseReason::too_slow, now);
}

void EdgeSessions::handle(RelaySession& session, link::LinkEvent& event, base::LocalTime now) {
    auto* home = session.upstream->connection().link();
    if (const auto* received = std::get_if<link::FragmentReceived>(&event)) {
        const auto& fragment = received->fragment;
        if (home == nullptr) return;
        std::ignore = home->send_fragment(
            {link::encode_fragment(fragment), received->datagram_class, now + fragment_age_max, fragment.flags,
             flow::tag_of({fragment.flow, fragment.sender}, fragment.flags.size()), true, true, received->shim},
            now);
    } else if (const auto* lost = std::get_if<link::FragmentGivenUp>(&event)) {
        const auto [flow, sender] = flow::stream_of(lost->tag);
        const bool small = flow::size_of(lost->tag) == base::PictureSize::small;
        if (lost->priority == base::PriorityClass::video)
            send_up(session, wire::KeyFrameRequest{flow, sender, small}, now);
    } else if (const auto* dropped = std::get_if<link::FragmentDropped>(&event)) {
        if (const auto gap = gap_of(link::decode_fragment(*dropped->frame)); gap && !session.peer.edge)
            std::ignore = send_control(session.link, *gap);
    } else if (const auto* packet = std::get_if<link::TreePacketReceived>(&event)) {
        trees_.handle_from_member(session, *packet, tree_door(session.upstream->member().door), now);
    } else if (std::holds_alternative<link::Silent>(event)) {
        send_up(session, wire::RelayedSilence{true}, now);
    } else if (std::holds_alternative<link::Heard>(event)) {
        send_up(session, wire::RelayedSilence{false}, now);
    }
}

void EdgeSessions::pump(RelaySession& session, base::LocalTime now) {
    auto& upstream = *session.upstream;
    auto& connection = upstream.connection();
    if (session.link.closed())
        connection.close(session.life.left_politely ? wire::CloseReason::leaving : wire::CloseReason::too_slow, now);
    connection.handle_wakeup(now);
    do {
        while (auto event = connection.poll_event(now))
            handle_from_home(session, *event, now);
        take_bodies(session, now);
        upstream.pump(session.link);
        if (now >= upstream.lost_at(now)) lose(session, std::nullopt, now);
        const auto* home = connection.link();
        if (const auto clock = home == nullptr ? std::nullopt : home->clock(now)) session.link.serve_clock(*clock);
        connection.flush(outbox_, now);
        routes_.note(session.index, connection);
    } while (connection.has_event());
}

EdgeTrees::Door EdgeSessions::tree_door(const base::ConferenceHandle& door) const {
    EdgeTrees::Door result{door, 0, {}};
    if (const auto known = doors_.find(door); known != doors_.end()) {
        result.edge = known->second.edge;
        for (const auto& slot : known->second.slots)
            if (slot) result.sessions.push_back(*slot);
    }
    return result;
}

void EdgeSessions::handle_from_home(RelaySession& session, Connection::Event& event, base::LocalTime now) {
    auto& upstream = *session.upstream;
    if (const auto* connected = std::get_if<Connection::Connected>(&event)) {
        // The open handshake takes whoever answers.
        if (connected->relay_identity != locator_.identity()) return lose(session, std::nullopt, now);
        upstream.handle_connected();
    } else if (const auto* control = std::get_if<Connection::ControlReceived>(&event)) {
        handle_control(session, control->message, now);
    } else if (auto* reliable = std::get_if<Connection::ReliableReceived>(&event)) {
        const bool refers = !session.peer.edge && reliable->stream != base::PriorityClass::bulk &&
                            wire::BodyReference::begins(reliable->message);
        if (!refers) return send_down(session, reliable->stream, std::move(reliable->message), now);
        const auto reference = wire::decode<wire::BodyReference>(reliable->message);
        handle_reference(session, reliable->stream, reference.value_or(wire::BodyReference{}), now);
    } else if (const auto* relayed = std::get_if<Connection::RelayedFragmentReceived>(&event)) {
        pass_on(upstream.member().door, *relayed, now);
    } else if (const auto* packet = std::get_if<Connection::TreePacketReceived>(&event)) {
        trees_.handle_from_home(session, *packet, tree_door(upstream.member().door), now);
    } else if (const auto* dropped = std::get_if<Connection::FragmentDropped>(&event)) {
        // Of the member's own, on its way to the home: nobody is to wait for it.
        if (const auto gap = gap_of(link::decode_fragment(*dropped->frame))) send_up(session, *gap, now);
    } else if (std::holds_alternative<Connection::Lost>(event)) {
        lose(session, std::nullopt, now);
    } else if (const auto* over = std::get_if<Connection::Over>(&event)) {
        lose(session, over->reason, now);
    }
}

void EdgeSessions::handle_control(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    const auto* mark = std::get_if<wire::DeliveryMark>(&message);
    // Another edge is nearer to the member.
    if (mark != nullptr && !session.peer.edge) return session.upstream->add_mark(mark->number, session.link);
    const auto* index = std::get_if<wire::RelayedIndex>(&message);
    if (index != nullptr) {
        trees_.handle_index(session, index->member, tree_door(session.upstream->member().door), now);
        if (!session.peer.edge) return;
    }
    const auto* reference = std::get_if<wire::BodyReference>(&message);
    if (reference != nullptr && !session.peer.edge)
        return handle_reference(session, base::PriorityClass::control, *reference, now);
    const auto* given = std::get_if<wire::BodyGiven>(&message);
    if (given != nullptr && !session.peer.edge) return session.upstream->take_body(*given, session.link);
    send_down(session, base::PriorityClass::control, wire::encode_choice(message), now);
}

void EdgeSessions::handle_reference(RelaySession& session, base::PriorityClass stream,
                                    const wire::BodyReference& reference, base::LocalTime now) {
    if (!is_sound(reference)) return lose(session, std::nullopt, now);
    trees_.expect(session.upstream->member().door, reference, now);
    if (!session.upstream->send_down(stream, reference, now)) session.link.close(wire::CloseReason::too_slow, now);
    take_bodies(session, now);
}

void EdgeSessions::take_bodies(RelaySession& session, base::LocalTime now) {
    if (!session.upstream->waits_for_bodies()) return;
    static const MulticastReceiver none{tree::NodeId{}};
    const auto* bodies = trees_.bodies(session.upstream->member().door);
    if (!session.upstream->take_bodies(bodies == nullptr ? none : *bodies, session.link, now))
        session.link.close(wire::CloseReason::too_slow, now);
}

void EdgeSessions::send_down(RelaySession& session, base::PriorityClass stream, base::Bytes message,
                             base::LocalTime now) {
    if (!session.upstream->send_down(stream, std::move(message), session.link))
        session.link.close(wire::CloseReason::too_slow, now);
}

void EdgeSessions::send_up(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    if (!session.upstream->send_up(message)) session.link.close(wire::CloseReason::too_slow, now);
}

void EdgeSessions::lose(RelaySession& session, std::optional<wire::CloseReason> reason, base::LocalTime now) {
    auto& upstream = *session.upstream;
    // The member said goodbye, or broke the protocol.
    if (session.link.closed()) return upstream.connection().close(wire::CloseReason::leaving, now);
    const bool final = reason == wire::CloseReason::refused || reason == wire::CloseReason::host_closed;
    const bool gone = !reason || reason == wire::CloseReason::restarting;
    if (gone) locator_.forget(upstream.member().door);
    upstream.connection().close(wire::CloseReason::too_slow, now);
    session.link.close(final ? *reason : wire::CloseReason::restarting, now);
}

void EdgeSessions::pass_on(const base::ConferenceHandle& door, const Connection::RelayedFragmentReceived& relayed,
                           base::LocalTime now) {
    const auto& frame = relayed.frame;
    const auto known = doors_.find(door);
    if (known == doors_.end()) return;
    const auto& fragment = frame.fragment;
    const tag::Subscriber::Message message{
        {fragment.flow, fragment.sender}, kind_of(frame.priority), fragment.sequence, fragment.sent_at, fragment.flags};
    const auto alike = [](tag::LayerBudget::Source) { return 0U; };
    const auto encoded = link::encode_fragment(fragment);
    const auto tag = flow::tag_of({fragment.flow, fragment.sender});
    const auto remaining = std::min(frame.remaining, base::limits::loss_delay_max);
    EdgeCopies copies;
    for (const auto slot : slots_of(frame)) {
        if (slot >= known->second.slots.size() || !known->second.slots[slot]) continue;
        auto& receiver = sessions_.at(*known->second.slots[slot]);
        if (receiver.peer.edge) {
            copies.add(receiver, relayed.shim);
            continue;
        }
        if (!receiver.wanted.proxy.passes(message, fragment.data.size(), receiver.link, alike, now)) {
            if (const auto gap = frame.awaited && fragment.index == 0 ? gap_of(fragment) : std::nullopt)
                std::ignore = send_control(receiver.link, *gap);
        } else {
            std::ignore = receiver.link.send_fragment(
                {encoded, frame.priority, now + remaining, fragment.flags, tag, frame.awaited, true, relayed.shim},
                now);
        }
        sessions_.touch(receiver);
    }
    copies.send({fragment, frame.priority, remaining, frame.awaited}, sessions_, now);
}

RelaySession* EdgeSessions::route(base::SessionIndex index) const {
    const auto* session = routes_.find(index);
    return session == nullptr ? nullptr : sessions_.find(*session);
}

bool EdgeSessions::takes(base::SessionIndex index) const {
    const auto* session = route(index);
    return session != nullptr ? session->upstream->connection().takes(index) : locator_.takes(index);
}

void EdgeSessions::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    locator_.handle_response(receiver, datagram, now);
    auto* session = route(receiver);
    if (session == nullptr) return;
    session->upstream->connection().handle_response(receiver, datagram, now);
    sessions_.touch(*session);
}

std::optional<link::DatagramResult> EdgeSessions::handle_sealed(const wire::SealedHeader& header,
                                                                base::ByteView datagram, base::LocalTime now) {
    auto* session = route(header.receiver);
    if (session == nullptr) return locator_.handle_sealed(header, datagram, now);
    const auto result = session->upstream->connection().handle_sealed(header, datagram, now);
    if (result) sessions_.touch(*session);
    return result;
}

} // namespace plenum::node
