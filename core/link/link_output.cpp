// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/link/link_impl.h"
#include "core/wire/choice.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace plenum::link {

namespace {

/// Longest time between repetitions of the last word.
constexpr base::Duration close_interval_max = std::chrono::milliseconds{500};
/// Longest time for a datagram of more than the usual length: that of a usual one at 100 Mbit/s. More lets a video
/// beside bulk jitter, less leaves jumbo frames unused.
constexpr base::Duration datagram_time_max = std::chrono::microseconds{120};
/// Below it a piece of a stream is not worth its header.
constexpr std::size_t stream_piece_min = 32;
/// Most pieces in one datagram: bounds what is remembered of it.
constexpr std::size_t items_max = 64;
/// Where a sealed datagram's header has its class, the one field that is known last.
constexpr std::size_t class_at = 1;

/// Whether a time can stand on the wire.
bool is_encodable(base::ConferenceTime at) { return at.time_since_epoch() >= base::Duration::zero(); }

} // namespace

std::size_t Link::Impl::Draft::room() const {
    const auto end = bytes_max - crypto::tag_size;
    return items.size() >= items_max || datagram.size() >= end ? 0 : end - datagram.size();
}

bool Link::Impl::Draft::carries(const SentFragment& fragment) const {
    return std::ranges::any_of(items, [&](const SentItem& item) {
        const auto* other = std::get_if<SentFragment>(&item);
        return other != nullptr && other->frame == fragment.frame;
    });
}

Link::Impl::Draft Link::Impl::begin(base::Bytes& datagram, std::size_t bytes_max) {
    datagram.clear();
    datagram.reserve(bytes_max);
    wire::SealedHeader header;
    header.receiver = keys.remote();
    header.number = base::PacketNumber{sent.next_number()};
    wire::Writer to{datagram};
    wire::put(to, header);
    return {.datagram = datagram, .bytes_max = bytes_max, .items = sent.spare_items()};
}

bool Link::Impl::poll_datagram(base::LocalTime now, OutgoingDatagram& into) {
    // More than once at one time they find no more to do.
    if (phase == Phase::open && !(timers_ran && now_last == now)) run_timers(now);
    now_last = now;
    timers_ran = true;
    if (phase != Phase::open) return poll_close(now, into);
    if (path.probing() && poll_question(now, into)) return true;
    if (poll_mtu_probe(now, into)) return true;
    const auto payload = next_payload();
    const auto paced = payload && payload_ready_at(*payload) <= now;
    if (payload && !paced) held_back = true;
    if (!paced && !control_wanted(now) && acks.due_at() > now) return false;

    auto draft = begin(into.datagram, datagram_bytes());
    if (acks.pending()) write_acknowledgement(draft, now);
    write_control(draft, now);
    if (paced || probe_wanted) write_payload(draft, now);
    if ((ping_wanted || probe_wanted) && !draft.eliciting) {
        wire::Writer to{draft.datagram};
        wire::put_choice(to, wire::Frame{wire::PingFrame{}});
        draft.eliciting = true;
    }
    ping_wanted = probe_wanted = false;
    CHECK(draft.datagram.size() > wire::SealedHeader::size);
    into.to = seal(std::move(draft), now);
    return true;
}

/// A datagram to an address where the peer is not known to be, with nothing else in it. It elicits no acknowledgement
/// that anyone waits for: one that is lost says nothing of the path in use.
bool Link::Impl::poll_question(base::LocalTime now, OutgoingDatagram& into) {
    const auto question = path.next_question(question_bytes, now);
    if (!question) return false;
    auto draft = begin(into.datagram);
    wire::Writer to{draft.datagram};
    wire::put_choice(to, wire::Frame{wire::PathChallengeFrame{question->data}});
    into.to = seal(std::move(draft), now, question->to);
    return true;
}

/// Padding and nothing else, so that nothing is lost with it.
bool Link::Impl::poll_mtu_probe(base::LocalTime now, OutgoingDatagram& into) {
    if (!established || now < mtu.next_at()) return false;
    const auto bytes = mtu.next_probe(now);
    if (!bytes) return false;
    if (*bytes > bearable_bytes()) {
        mtu.postpone(now);
        return false;
    }
    mtu.handle_probe_sent();
    ++stats.mtu_probes_sent;
    auto draft = begin(into.datagram, *bytes);
    draft.eliciting = true;
    draft.probes_mtu = true;
    draft.items.emplace_back(SentMtuProbe{});
    // Its length before it takes two bytes.
    wire::Writer to{draft.datagram};
    wire::put_choice(to, wire::Frame{wire::PaddingFrame{base::Bytes(*bytes - base::limits::datagram_overhead - 3)}});
    into.to = seal(std::move(draft), now);
    return true;
}

/// Where nothing comes back, the path may have become narrower: what asks goes as short as any path carries.
std::size_t Link::Impl::datagram_bytes() const {
    if (probes_in_row > 1) return base::limits::datagram_bytes_max;
    return mtu.size() <= mtu.usual() ? mtu.size() : std::min(mtu.size(), bearable_bytes());
}

/// What is urgent waits until the datagram before it has left, so a long one is for fast paths alone.
std::size_t Link::Impl::bearable_bytes() const {
    const auto bytes = rate->rate().value() * static_cast<std::uint64_t>(datagram_time_max.count()) / 1'000'000'000U;
    return std::max(mtu.usual(), static_cast<std::size_t>(bytes));
}

void Link::Impl::run_timers(base::LocalTime now) {
    path.expire(now);
    rate->expire(now);
    sent.detect_losses(now, rtt, outcome);
    settle(now);
    queue.expire(now);
    if (liveness.dead_at() <= now) {
        end(ClosedBy::silence, std::nullopt);
        return;
    }
    if (!keys.usable(now)) {
        end(ClosedBy::age, std::nullopt);
        return;
    }
    if (initiator && !rekey_told && keys.rekey_at() <= now) {
        rekey_told = true;
        add_event(RekeyWanted{});
    }
    if (liveness.silent_at(rtt.probe_timeout()) <= now) {
        liveness.mark_silent();
        add_event(Silent{});
    }
    if (probe_at() <= now) probe(now);
    if (liveness.keep_alive_at() <= now) ping_wanted = true;
    if (clock_at <= now) {
        clock_wanted = true;
        clock_burst_left = std::max(clock_burst_left - 1, 0);
        clock_at = now + next_clock_interval();
    }
}

base::Duration Link::Impl::next_clock_interval() const {
    return clock_burst_left > 0 ? ClockFilter::interval_first : clock_filter.interval();
}

/// Nothing was acknowledged for too long. What streams carried in the oldest packet goes again with the probe: if that
/// was what got lost, no further round trip is needed.
void Link::Impl::probe(base::LocalTime) {
    probe_wanted = true;
    ++probes_in_row;
    ++stats.probes_sent;
    const auto* oldest = sent.oldest_in_flight();
    if (oldest == nullptr) return;
    for (const auto& item : oldest->items) {
        const auto* range = std::get_if<SentStreamRange>(&item);
        if (range == nullptr) continue;
        senders[range->stream].handle_lost(range->offset, range->length);
        note_stream(range->stream);
    }
}

bool Link::Impl::control_wanted(base::LocalTime now) const {
    return ping_wanted || probe_wanted || clock_wanted || clock_answers_at <= now || !path_answers.empty();
}

/// The most urgent class that has something to send. What expired is gone since the timers ran.
std::optional<base::PriorityClass> Link::Impl::next_payload() const {
    const auto waiting = classes_waiting();
    if (waiting == 0) return std::nullopt;
    return sched::most_urgent_of(waiting);
}

void Link::Impl::write_acknowledgement(Draft& draft, base::LocalTime now) {
    auto frame = acks.take(now);
    if (!frame) return;
    draft.items.push_back(SentAck{frame->largest.value()});
    wire::Writer to{draft.datagram};
    wire::put_choice(to, wire::Frame{std::move(*frame)});
}

/// What `control_wanted` knows of: little, bounded where it waits, so it fits beside an acknowledgement.
void Link::Impl::write_control(Draft& draft, base::LocalTime now) {
    wire::Writer to{draft.datagram};
    for (; !path_answers.empty(); path_answers.pop_front()) {
        wire::put_choice(to, wire::Frame{wire::PathResponseFrame{path_answers.front()}});
        draft.eliciting = true;
    }
    write_clock_answers(draft, now);
    if (clock_wanted || clock_rides_at <= now) write_clock_request(draft, now);
}

void Link::Impl::write_clock_request(Draft& draft, base::LocalTime now) {
    clock_wanted = false;
    clock_asked_at = now;
    clock_at = std::max(clock_at, now + next_clock_interval());
    clock_rides_at = now + clock_filter.interval_riding();
    wire::Writer to{draft.datagram};
    wire::put_choice(to, wire::Frame{clock_filter.make_request(now)});
    draft.eliciting = true;
}

void Link::Impl::write_clock_answers(Draft& draft, base::LocalTime now) {
    if (clock_answers.empty()) return;
    clock_answers_at = base::local_time_max;
    clock_answered_at = now;
    wire::Writer to{draft.datagram};
    for (; !clock_answers.empty(); clock_answers.pop_front()) {
        const auto& answer = clock_answers.front();
        const auto sent_at = serve_clock ? serve_clock->to_conference(now) : base::ConferenceTime{};
        if (!serve_clock || !is_encodable(answer.received_at) || !is_encodable(sent_at)) {
            ping_wanted = true;
            continue;
        }
        wire::put_choice(to,
                         wire::Frame{wire::ClockResponseFrame{answer.request_sent_at, answer.received_at, sent_at}});
    }
}

void Link::Impl::write_payload(Draft& draft, base::LocalTime now) {
    for (auto left = classes_waiting(); left != 0; left &= left - 1) {
        const auto priority = sched::most_urgent_of(left);
        if (draft.leading && is_urgent(*draft.leading) && !is_urgent(priority)) return;
        if (!write_stream(draft, priority) || !write_fragments(draft, priority, now)) return;
    }
}

/// False when the datagram is full.
bool Link::Impl::write_stream(Draft& draft, base::PriorityClass priority) {
    auto& sender = senders[priority];
    while (sender.ready()) {
        // Type, stream, offset and length at their longest.
        constexpr std::size_t header = 1 + 1 + 8 + 2;
        if (draft.room() < header + stream_piece_min) return false;
        const auto piece = sender.take(draft.room() - header);
        note_stream(priority);
        if (!piece) return true;
        auto& frame = std::get<wire::StreamFrame>(stream_frame);
        frame.stream = priority;
        frame.offset = piece->offset;
        frame.data.assign(piece->bytes.begin(), piece->bytes.end());
        wire::Writer to{draft.datagram};
        wire::put_choice(to, stream_frame);
        if (piece->again) stats.stream_bytes_resent += piece->bytes.size();
        draft.items.push_back(SentStreamRange{priority, piece->offset, piece->bytes.size()});
        draft.eliciting = true;
        if (!draft.leading) draft.leading = priority;
    }
    return true;
}

/// False when the datagram is full: what is less urgent does not overtake what did not fit.
bool Link::Impl::write_fragments(Draft& draft, base::PriorityClass priority, base::LocalTime now) {
    while (const auto* next = queue.front_of(priority, now)) {
        if (next->rank.bytes > draft.room()) return false;
        // What may be lost together is no help to each other.
        if (next->item.fragment.copy && draft.carries(next->item.fragment)) return false;
        auto entry = queue.take_front_of(priority);
        base::append(draft.datagram, *entry.item.fragment.frame);
        ++(entry.item.again ? stats.fragments_resent : stats.fragments_sent);
        draft.items.emplace_back(std::move(entry.item.fragment));
        draft.eliciting = true;
        if (!draft.leading) draft.leading = priority;
    }
    return true;
}

base::Address Link::Impl::seal(Draft draft, base::LocalTime now, std::optional<base::Address> to) {
    auto& datagram = draft.datagram;
    // Acknowledgements that ride along make a datagram no more urgent.
    datagram[class_at] = static_cast<std::uint8_t>(draft.leading.value_or(base::PriorityClass::control));
    datagram.resize(datagram.size() + crypto::tag_size);
    keys.seal(datagram, base::PacketNumber{sent.next_number()});
    const auto destination = to.value_or(path.destination(datagram.size()));
    path.handle_sent(destination, datagram.size());

    ++stats.datagrams_sent;
    stats.bytes_sent += datagram.size();
    if (!draft.eliciting && !draft.items.empty()) ++stats.acknowledgements_sent;
    pacer.handle_sent(datagram.size(), rate->rate(), now);
    rate->handle_sent({now, datagram.size(), draft.eliciting});
    // A probe of the path's length may be lost for its length; that is no silence.
    if (draft.eliciting && !draft.probes_mtu) liveness.handle_asked(now);
    // The last question that was owed to somebody long silent: it is over at once.
    if (liveness.dead_at() <= now) timers_ran = false;
    SentPacket packet;
    packet.sent_at = now;
    packet.bytes = datagram.size();
    packet.items = std::move(draft.items);
    sent.add(std::move(packet), draft.eliciting, outcome);
    settle(now);
    return destination;
}

bool Link::Impl::poll_close(base::LocalTime now, OutgoingDatagram& into) {
    if (phase != Phase::closing || now < close_at) return false;
    if (!keys.usable(now) || (close_until && *close_until <= now)) {
        phase = Phase::closed;
        return false;
    }
    close_at = now + close_interval;
    if (close_until)
        close_interval = std::min(2 * close_interval, close_interval_max);
    else if (--closes_left == 0)
        phase = Phase::closed;
    auto draft = begin(into.datagram);
    wire::Writer to{draft.datagram};
    wire::put_choice(to, wire::Frame{wire::CloseFrame{close_reason}});
    into.to = seal(std::move(draft), now);
    return true;
}

} // namespace plenum::link
