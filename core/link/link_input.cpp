// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "core/link/link_impl.h"
#include "core/wire/choice.h"

#include <utility>

namespace plenum::link {

namespace {

/// What can be seen before the key is asked.
bool is_sound(const wire::SealedHeader& header, base::ByteView datagram) {
    const bool size_fits = datagram.size() >= base::limits::datagram_overhead + header.shim_bytes &&
                           datagram.size() <= base::limits::datagram_bytes_top;
    // A number that no acknowledgement could name is no correct peer's.
    return size_fits && header.shim_bytes <= wire::shim_bytes_max && header.number.value() <= wire::varint_max &&
           header.reserved == 0;
}

/// The first fragment has it.
wire::Shim taken(base::ByteView& shim) {
    const auto bytes = std::exchange(shim, {});
    return {bytes.begin(), bytes.end()};
}

} // namespace

Link::Impl::Impl(LinkOptions options)
    : keys{{options.local, options.remote, std::move(options.keys), options.cipher},
           options.initiator ? KeyRole::initiator : KeyRole::responder,
           options.now,
           options.key_limits},
      path{options.peer},
      capacity{options.rate, options.mtu, options.now},
      liveness{options.now, options.keep_alive_interval, options.dead_after},
      clock{options.serve_clock, options.asks_clock},
      now_last{options.now} {}

DatagramResult Link::Impl::handle_datagram(const wire::SealedHeader& header, base::ByteView datagram,
                                           const base::Address& from, base::LocalTime now) {
    now_last = now;
    timers_ran = false;
    if (!termination.is_open()) return handle_while_closing(header, datagram, now);
    SessionKeys::Opened result;
    if (is_sound(header, datagram)) {
        opened.resize(datagram.size() - base::limits::datagram_overhead - header.shim_bytes);
        result = keys.open(opened, header, datagram, now);
    }
    if (result.result == crypto::OpenResult::forged) {
        ++counted.forged;
        return DatagramResult::forged;
    }
    if (result.result != crypto::OpenResult::opened) {
        ++counted.replayed;
        return DatagramResult::replayed;
    }
    if (result.confirmed) events.push(Rekeyed{});
    handle_arrival(header, datagram.size(), from, now);
    Received received{now, from, header.priority};
    received.shim = datagram.subspan(wire::SealedHeader::size, header.shim_bytes);
    received.datagram_bytes = datagram.size();
    if (!handle_frames(base::ByteView{opened}.first(result.size), received)) {
        close(wire::CloseReason::protocol_error, now);
        return DatagramResult::malformed;
    }
    if (received.refused)
        ++counted.refused;
    else
        acks.handle_received(header.number.value(), received.eliciting, now);
    return DatagramResult::accepted;
}

/// All that still counts is that the peer knows.
DatagramResult Link::Impl::handle_while_closing(const wire::SealedHeader& header, base::ByteView datagram,
                                                base::LocalTime now) {
    if (!termination.awaits_answer() || !is_sound(header, datagram)) return DatagramResult::ignored;
    opened.resize(datagram.size() - base::limits::datagram_overhead - header.shim_bytes);
    const auto result = keys.open(opened, header, datagram, now);
    // Last words stand alone.
    const bool last =
        result.result == crypto::OpenResult::opened && result.size > 0 && opened.front() == wire::CloseFrame::type;
    if (!last) return DatagramResult::ignored;
    termination.handle_answer();
    return DatagramResult::accepted;
}

void Link::Impl::handle_arrival(const wire::SealedHeader& header, std::size_t bytes, const base::Address& from,
                                base::LocalTime now) {
    const bool first = !established();
    ++counted.datagrams_received;
    counted.bytes_received += bytes;
    path.handle_received(from, bytes, header.number, now);
    if (liveness.handle_heard(now)) {
        recovery.handle_heard_again();
        events.push(Heard{});
    }
    if (!first) return;
    events.push(Established{});
    clock.begin(now);
}

/// False for what no correct peer sends.
bool Link::Impl::handle_frames(base::ByteView plaintext, Received& received) {
    if (plaintext.empty()) return false;
    wire::Reader from{plaintext};
    while (!from.at_end()) {
        if (plaintext[plaintext.size() - from.remaining()] == wire::FragmentFrame::type) {
            // The most frequent frame, read into memory that is there already.
            auto fragment = receiver.read_fragment(from);
            if (!from.ok() || !handle(fragment, received)) return false;
            continue;
        }
        wire::Frame frame;
        if (!wire::get_choice(from, frame) || !from.ok()) return false;
        if (!std::visit([&](auto& one) { return handle(one, received); }, frame)) return false;
        if (!termination.is_open()) return true;
    }
    return true;
}

bool Link::Impl::handle(const wire::AckFrame& frame, Received& received) {
    if (!recovery.handle_ack(frame, received.now)) return false;
    const auto newest_sent_at = recovery.outcome().newest_sent_at;
    settle(received.now);
    if (newest_sent_at) capacity.handle_feedback(*newest_sent_at, frame.arrived_us, recovery.rtt(), received.now);
    return true;
}

bool Link::Impl::handle(const wire::PingFrame&, Received& received) {
    received.eliciting = true;
    return true;
}

bool Link::Impl::handle(const wire::StreamFrame& frame, Received& received) {
    received.eliciting = true;
    const auto taken = receiver.handle(frame);
    received.refused = received.refused || taken == StreamReceiver::Taken::no_room;
    return taken != StreamReceiver::Taken::violation;
}

bool Link::Impl::handle(const wire::ClockRequestFrame& frame, Received& received) {
    received.eliciting = true;
    clock.handle(frame, received.now);
    return true;
}

bool Link::Impl::handle(const wire::ClockResponseFrame& frame, Received& received) {
    clock.handle(frame, received.now);
    return true;
}

bool Link::Impl::handle(wire::FragmentFrame& frame, Received& received) {
    received.eliciting = true;
    ++counted.fragments_received;
    events.push(
        FragmentReceived{std::move(frame), received.datagram_class, taken(received.shim), received.datagram_bytes});
    return true;
}

template <class T>
    requires std::is_same_v<T, wire::RelayedFragmentFrame> || std::is_same_v<T, wire::TreeFrame>
bool Link::Impl::handle(T& frame, Received& received) {
    received.eliciting = true;
    ++counted.fragments_received;
    if constexpr (std::is_same_v<T, wire::TreeFrame>)
        events.push(TreePacketReceived{std::move(frame)});
    else
        events.push(RelayedFragmentReceived{std::move(frame), taken(received.shim)});
    return true;
}

bool Link::Impl::handle(const wire::CloseFrame& frame, Received& received) {
    if (termination.handle_close(frame.reason, received.now)) sender.clear();
    return true;
}

bool Link::Impl::handle(const wire::PathChallengeFrame& frame, Received& received) {
    received.eliciting = true;
    path.handle_question(frame.data);
    return true;
}

bool Link::Impl::handle(const wire::PathResponseFrame& frame, Received& received) {
    received.eliciting = true;
    const auto before = path.address();
    if (!path.handle_answer(received.from, frame.data)) return true;
    // Another port is the same network's.
    if (before.ip != received.from.ip) {
        recovery.handle_path_changed();
        capacity.handle_path_changed(received.now);
    }
    events.push(Moved{before, received.from});
    return true;
}

bool Link::Impl::handle(const wire::PaddingFrame&, Received& received) {
    received.eliciting = true;
    return true;
}

/// Hands on what became of packets to those who put something into them.
void Link::Impl::settle(base::LocalTime now) {
    auto& outcome = recovery.outcome();
    if (outcome.empty()) return;
    for (const auto& packet : outcome.acknowledged) {
        capacity.handle_acknowledged(packet, now);
        for (const auto& item : packet.items) {
            if (const auto* range = std::get_if<SentStreamRange>(&item))
                sender.handle_acknowledged(*range);
            else if (const auto* ack = std::get_if<SentAck>(&item))
                acks.handle_acknowledged(ack->largest);
        }
    }
    for (auto& packet : outcome.lost) {
        capacity.handle_lost(packet, now);
        sender.handle_lost(packet, recovery.rtt().smoothed(), events, now);
    }
    recovery.reuse_outcome();
}

/// Streams after what else came, the end after everything.
std::optional<LinkEvent> Link::Impl::poll_event(std::uint32_t held) {
    sender.tell_dropped(events);
    std::optional<LinkEvent> event;
    if (!events.empty()) {
        event.emplace(events.pop());
    } else if (auto message = receiver.next_message(held)) {
        event.emplace(std::move(*message));
    } else if (const auto closed = termination.poll_event()) {
        event.emplace(*closed);
    }
    return event;
}

} // namespace plenum::link
