// SPDX-License-Identifier: Apache-2.0
#include "core/base/limits.h"
#include "core/link/link_impl.h"
#include "core/wire/choice.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plenum::link {

namespace {

/// Exchanges right after the beginning, within 300 ms, for a good first bound.
constexpr int clock_burst = 4;
constexpr std::size_t clock_answers_max = 4;
/// Whoever asks more often than this is answered in what leaves anyway, or after the delay.
constexpr base::Duration clock_answers_apart = std::chrono::milliseconds{500};
constexpr base::Duration clock_answer_delay = std::chrono::milliseconds{20};
constexpr std::size_t path_answers_max = 4;

} // namespace

/// What can be seen before the key is asked.
bool Link::Impl::is_sound(const wire::SealedHeader& header, base::ByteView datagram) const {
    const auto size_fits =
        datagram.size() >= base::limits::datagram_overhead && datagram.size() <= base::limits::datagram_bytes_top;
    // A number that no acknowledgement could name is no correct peer's.
    return size_fits && header.number.value() <= wire::varint_max && header.reserved == 0;
}

DatagramResult Link::Impl::handle_datagram(const wire::SealedHeader& header, base::ByteView datagram,
                                           const base::Address& from, base::LocalTime now) {
    now_last = now;
    timers_ran = false;
    if (phase != Phase::open) return handle_while_closing(header, datagram, now);
    SessionKeys::Opened result;
    if (is_sound(header, datagram)) {
        opened.resize(datagram.size() - base::limits::datagram_overhead);
        result = keys.open(opened, header, datagram, now);
    }
    if (result.result == crypto::OpenResult::forged) {
        ++stats.forged;
        return DatagramResult::forged;
    }
    if (result.result != crypto::OpenResult::opened) {
        ++stats.replayed;
        return DatagramResult::replayed;
    }
    if (result.confirmed) {
        rekey_told = false;
        add_event(Rekeyed{});
    }
    handle_arrival(header.number.value(), datagram.size(), from, now);
    Received received{now, from, header.priority};
    if (!handle_frames(base::ByteView{opened}.first(result.size), received)) {
        close(wire::CloseReason::protocol_error, ClosedBy::self, now);
        return DatagramResult::malformed;
    }
    if (received.refused)
        ++stats.refused;
    else
        acks.handle_received(header.number.value(), received.eliciting, now);
    return DatagramResult::accepted;
}

/// All that still counts is that the peer knows.
DatagramResult Link::Impl::handle_while_closing(const wire::SealedHeader& header, base::ByteView datagram,
                                                base::LocalTime now) {
    if (phase != Phase::closing || !close_until || !is_sound(header, datagram)) return DatagramResult::ignored;
    opened.resize(datagram.size() - base::limits::datagram_overhead);
    const auto result = keys.open(opened, header, datagram, now);
    // Last words stand alone.
    const bool last =
        result.result == crypto::OpenResult::opened && result.size > 0 && opened.front() == wire::CloseFrame::type;
    if (!last) return DatagramResult::ignored;
    phase = Phase::closed;
    return DatagramResult::accepted;
}

void Link::Impl::handle_arrival(std::uint64_t number, std::size_t bytes, const base::Address& from,
                                base::LocalTime now) {
    ++stats.datagrams_received;
    stats.bytes_received += bytes;
    const bool is_newest = !newest || number > *newest;
    if (is_newest) newest = number;
    path.handle_received(from, bytes, is_newest, now);
    handle_heard(now);
}

void Link::Impl::handle_heard(base::LocalTime now) {
    if (liveness.handle_heard(now)) {
        probes_in_row = 0;
        add_event(Heard{});
    }
    if (established) return;
    established = true;
    add_event(Established{});
    if (serve_clock) return;
    clock_burst_left = clock_burst;
    clock_at = clock_rides_at = now;
}

/// False for what no correct peer sends.
bool Link::Impl::handle_frames(base::ByteView plaintext, Received& received) {
    if (plaintext.empty()) return false;
    wire::Reader from{plaintext};
    while (!from.at_end()) {
        if (plaintext[plaintext.size() - from.remaining()] == wire::FragmentFrame::type) {
            if (!handle_fragment(from, received)) return false;
            continue;
        }
        wire::Frame frame;
        if (!wire::get_choice(from, frame) || !from.ok()) return false;
        if (!std::visit([&](auto& one) { return handle(one, received); }, frame)) return false;
        if (phase != Phase::open) return true;
    }
    return true;
}

/// The most frequent frame, read into memory that is there already.
bool Link::Impl::handle_fragment(wire::Reader& from, Received& received) {
    wire::FragmentFrame frame;
    if (!spare_data.empty()) frame.data = spare_data.pop_front();
    std::ignore = from.u8();
    wire::get(from, frame);
    return from.ok() && handle(frame, received);
}

bool Link::Impl::handle(const wire::AckFrame& frame, Received& received) {
    if (!sent.handle_ack(frame, received.now, rtt, outcome)) return false;
    if (!outcome.acknowledged.empty()) probes_in_row = 0;
    sent.detect_losses(received.now, rtt, outcome);
    const auto newest_sent_at = outcome.newest_sent_at;
    settle(received.now);
    if (newest_sent_at) {
        rate->handle_feedback({received.now, *newest_sent_at, rtt.latest(), rtt.smoothed(), frame.arrived_us,
                               std::exchange(held_back, false)});
    }
    return true;
}

bool Link::Impl::handle(const wire::PingFrame&, Received& received) {
    received.eliciting = true;
    return true;
}

bool Link::Impl::handle(const wire::StreamFrame& frame, Received& received) {
    received.eliciting = true;
    const auto taken = receivers[frame.stream].handle(frame.offset, frame.data);
    streams_readable |= sched::bit_of(frame.stream);
    received.refused = received.refused || taken == StreamReceiver::Taken::no_room;
    return taken != StreamReceiver::Taken::violation;
}

bool Link::Impl::handle(const wire::ClockRequestFrame& frame, Received& received) {
    received.eliciting = true;
    if (!serve_clock) return true;
    if (clock_answers.size() >= clock_answers_max) clock_answers.pop_front();
    clock_answers.push_back({frame.sent_at, serve_clock->to_conference(received.now)});
    // What it waits for, its answer says.
    const bool alone = received.now - clock_answered_at >= clock_answers_apart;
    clock_answers_at = std::min(clock_answers_at, alone ? received.now : received.now + clock_answer_delay);
    return true;
}

bool Link::Impl::handle(const wire::ClockResponseFrame& frame, Received& received) {
    if (!clock_filter.handle_response(frame, received.now)) return true;
    clock_at = std::min(clock_at, received.now + clock_filter.interval());
    clock_rides_at = clock_asked_at + clock_filter.interval_riding();
    return true;
}

bool Link::Impl::handle(wire::FragmentFrame& frame, Received& received) {
    received.eliciting = true;
    ++stats.fragments_received;
    add_event(FragmentReceived{std::move(frame), received.datagram_class});
    return true;
}

bool Link::Impl::handle(const wire::CloseFrame& frame, Received& received) {
    end(ClosedBy::peer, frame.reason);
    if (wire::is_answered(frame.reason)) say_last_word(wire::CloseReason::leaving, received.now);
    return true;
}

bool Link::Impl::handle(const wire::PathChallengeFrame& frame, Received& received) {
    received.eliciting = true;
    if (path_answers.size() >= path_answers_max) path_answers.pop_front();
    path_answers.push_back(frame.data);
    return true;
}

bool Link::Impl::handle(const wire::PathResponseFrame& frame, Received& received) {
    received.eliciting = true;
    const auto before = path.address();
    if (!path.handle_answer(received.from, frame.data)) return true;
    // Another network has another round trip (RFC 9000 §9.4); another port is the same one's.
    if (before.ip != received.from.ip) {
        rtt = RttEstimator{};
        rate->handle_path_changed(received.now);
        mtu.reset(received.now);
    }
    add_event(Moved{before, received.from});
    return true;
}

bool Link::Impl::handle(const wire::PaddingFrame&, Received& received) {
    received.eliciting = true;
    return true;
}

/// Hands on what became of packets to those who put something into them.
void Link::Impl::settle(base::LocalTime now) {
    if (outcome.empty()) return;
    for (const auto& packet : outcome.acknowledged)
        settle_acknowledged(packet, now);
    for (auto& packet : outcome.lost)
        settle_lost(packet, now);
    sent.reuse(outcome);
}

void Link::Impl::settle_acknowledged(const SentPacket& packet, base::LocalTime now) {
    if (packet.is_mtu_probe()) return mtu.handle_probe_acknowledged(packet.bytes, now);
    mtu.handle_acknowledged(packet.bytes);
    losses.handle_acknowledged(now);
    rate->handle_acknowledged({now, packet.sent_at, packet.bytes, packet.state == SentPacket::State::lost});
    for (const auto& item : packet.items) {
        if (const auto* range = std::get_if<SentStreamRange>(&item)) {
            senders[range->stream].handle_acknowledged(range->offset, range->length);
            note_stream(range->stream);
        } else if (const auto* ack = std::get_if<SentAck>(&item))
            acks.handle_acknowledged(ack->largest);
    }
}

void Link::Impl::settle_lost(SentPacket& packet, base::LocalTime now) {
    if (packet.is_mtu_probe()) return mtu.handle_probe_lost(packet.bytes, now);
    if (mtu.handle_lost(packet.bytes, now)) ++stats.mtu_black_holes;
    losses.handle_lost(now);
    rate->handle_lost({now, packet.sent_at, packet.bytes});
    for (auto& item : packet.items) {
        if (const auto* range = std::get_if<SentStreamRange>(&item)) {
            senders[range->stream].handle_lost(range->offset, range->length);
            note_stream(range->stream);
        } else if (auto* fragment = std::get_if<SentFragment>(&item)) {
            if (fragment->copy) continue;
            // Below half a round trip it would come too late and only take the place of what comes in time.
            if (fragment->deadline - now <= rtt.smoothed() / 2) {
                ++stats.fragments_given_up;
                if (!fragment->discardable) add_event(FragmentGivenUp{fragment->priority, fragment->tag});
                if (fragment->awaited) add_event(FragmentDropped{std::move(fragment->frame)});
                continue;
            }
            const sched::Rank rank{fragment->priority, fragment->deadline, fragment->frame->size(),
                                   fragment->discardable};
            (void)queue.push({std::move(*fragment), true}, rank, now);
        }
    }
}

/// Streams after what else came, the end after everything.
std::optional<LinkEvent> Link::Impl::poll_event() {
    if (!dropped.empty()) tell_dropped();
    std::optional<LinkEvent> event;
    if (!events.empty()) {
        event.emplace(events.pop_front());
        return event;
    }
    for (; streams_readable != 0 && !event; streams_readable &= streams_readable - 1) {
        const auto stream = sched::most_urgent_of(streams_readable);
        auto message = receivers[stream].next_message();
        if (!message) continue;
        event.emplace(StreamMessage{stream, std::move(*message)});
        // There may be another.
        return event;
    }
    if (!event && closed_event) event.emplace(*std::exchange(closed_event, std::nullopt));
    return event;
}

} // namespace plenum::link
