// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/link/link_impl.h"
#include "core/wire/choice.h"

#include <algorithm>
#include <utility>

namespace plenum::link {

namespace {

/// A sealed path_challenge.
constexpr std::size_t question_bytes = base::limits::datagram_overhead + 1 + 8;
/// Where a sealed datagram's header has its class, the one field that is known last.
constexpr std::size_t class_at = 1;

} // namespace

PacketDraft Link::Impl::begin(base::Bytes& datagram, std::size_t bytes_max) {
    datagram.clear();
    datagram.reserve(bytes_max);
    wire::SealedHeader header;
    header.receiver = keys.remote();
    header.number = base::PacketNumber{recovery.next_number()};
    wire::Writer to{datagram};
    wire::put(to, header);
    return {.datagram = datagram, .bytes_max = bytes_max, .items = recovery.spare_items()};
}

bool Link::Impl::poll_datagram(base::LocalTime now, OutgoingDatagram& into) {
    // More than once at one time they find no more to do.
    if (termination.is_open() && !(timers_ran && now_last == now)) run_timers(now);
    now_last = now;
    timers_ran = true;
    if (!termination.is_open()) return poll_close(now, into);
    if (path.probing() && poll_question(now, into)) return true;
    if (poll_mtu_probe(now, into)) return true;
    const auto payload = sender.next();
    const bool paced = payload && capacity.admits(*payload, now);
    if (!paced && !control_wanted(now) && acks.due_at() > now) return false;

    // Where nothing comes back, the path may have become narrower: what asks goes as short as any path carries.
    auto draft =
        begin(into.datagram, recovery.probes_in_vain() ? base::limits::datagram_bytes_max : capacity.datagram_bytes());
    write_control(draft, now);
    if (paced || recovery.probe_wanted()) sender.write(draft, now);
    if ((liveness.wanted() || recovery.probe_wanted()) && !draft.eliciting) {
        draft.put(wire::PingFrame{});
        draft.eliciting = true;
    }
    recovery.handle_probe_sent();
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
    draft.put(wire::PathChallengeFrame{question->data});
    into.to = seal(std::move(draft), now, question->to);
    return true;
}

/// Padding and nothing else, so that nothing is lost with it.
bool Link::Impl::poll_mtu_probe(base::LocalTime now, OutgoingDatagram& into) {
    if (!established() || now < capacity.mtu_probe_at()) return false;
    const auto bytes = capacity.next_mtu_probe(now);
    if (!bytes) return false;
    auto draft = begin(into.datagram, *bytes);
    draft.eliciting = true;
    draft.probes_mtu = true;
    draft.items.emplace_back(SentMtuProbe{});
    // Its length before it takes two bytes.
    draft.put(wire::PaddingFrame{base::Bytes(*bytes - base::limits::datagram_overhead - 3)});
    into.to = seal(std::move(draft), now);
    return true;
}

bool Link::Impl::poll_close(base::LocalTime now, OutgoingDatagram& into) {
    const auto frame = termination.poll_close(now, keys.usable(now));
    if (!frame) return false;
    auto draft = begin(into.datagram);
    draft.put(*frame);
    into.to = seal(std::move(draft), now);
    return true;
}

/// What `control_wanted` knows of: little, bounded where it waits, so it fits beside an acknowledgement.
void Link::Impl::write_control(PacketDraft& draft, base::LocalTime now) {
    if (acks.pending()) {
        if (auto frame = acks.take(now)) {
            draft.items.push_back(SentAck{frame->largest.value()});
            draft.put(std::move(*frame));
        }
    }
    while (path.owes_answer()) {
        draft.put(wire::PathResponseFrame{path.take_answer()});
        draft.eliciting = true;
    }
    // A datagram that holds nothing instead is a question of our own.
    if (!clock.write(draft, now)) liveness.ask();
}

base::Address Link::Impl::seal(PacketDraft draft, base::LocalTime now, std::optional<base::Address> to) {
    auto& datagram = draft.datagram;
    // Acknowledgements that ride along make a datagram no more urgent.
    datagram[class_at] = static_cast<std::uint8_t>(draft.leading.value_or(base::PriorityClass::control));
    draft.insert_shim();
    datagram.resize(datagram.size() + crypto::tag_size);
    keys.seal(datagram, draft.shim.size(), base::PacketNumber{recovery.next_number()});
    const auto destination = to.value_or(path.destination(datagram.size()));
    path.handle_sent(destination, datagram.size());

    ++counted.datagrams_sent;
    counted.bytes_sent += datagram.size();
    if (!draft.eliciting && !draft.items.empty()) ++counted.acknowledgements_sent;
    capacity.handle_sent(datagram.size(), draft.eliciting, now);
    // A probe of the path's length may be lost for its length; that is no silence.
    if (draft.eliciting && !draft.probes_mtu) liveness.handle_asked(now);
    // The last question that was owed to somebody long silent, or the last datagram that the keys are good for: it is
    // over at once.
    if (liveness.dead_at() <= now || !keys.usable(now)) timers_ran = false;
    SentPacket packet;
    packet.sent_at = now;
    packet.bytes = datagram.size();
    packet.items = std::move(draft.items);
    recovery.handle_sent(std::move(packet), draft.eliciting);
    settle(now);
    return destination;
}

void Link::Impl::close(wire::CloseReason reason, base::LocalTime now) {
    if (termination.close(reason, ClosedBy::self, now)) sender.clear();
}

void Link::Impl::run_timers(base::LocalTime now) {
    path.expire(now);
    capacity.expire(now);
    recovery.detect_losses(now);
    settle(now);
    sender.expire(now);
    const bool dead = liveness.dead_at() <= now;
    if (dead || !keys.usable(now)) {
        termination.end(dead ? ClosedBy::silence : ClosedBy::age, std::nullopt);
        return sender.clear();
    }
    if (keys.rekey_request_at() <= now) {
        keys.handle_rekey_requested();
        events.push(RekeyWanted{keys.remote()});
    }
    if (liveness.silent_at(recovery.rtt().probe_timeout()) <= now) {
        liveness.mark_silent();
        events.push(Silent{});
    }
    if (recovery.probe_at() <= now) {
        // What streams carried in the oldest packet goes again with the probe: if that was what got lost, no further
        // round trip is needed.
        if (const auto* oldest = recovery.begin_probe()) sender.resend_streams(*oldest);
    }
    if (liveness.keep_alive_at() <= now) liveness.ask();
    clock.expire(now);
}

bool Link::Impl::control_wanted(base::LocalTime now) const {
    return liveness.wanted() || recovery.probe_wanted() || clock.wanted(now) || path.owes_answer();
}

TimerTable Link::Impl::timers() const {
    TimerTable table;
    if (termination.is_finished()) return table;
    if (!termination.is_open()) {
        table.set(TimerReason::close, termination.next_at());
        return table;
    }
    table.set(TimerReason::acknowledgement, acks.due_at());
    table.set(TimerReason::loss, recovery.loss_at());
    table.set(TimerReason::probe, recovery.probe_at());
    if (const auto payload = sender.next()) table.set(TimerReason::pace, capacity.ready_at(*payload));
    table.set(TimerReason::keep_alive, liveness.wanted() ? now_last : liveness.keep_alive_at());
    table.set(TimerReason::clock, clock.next_at(now_last));
    table.set(TimerReason::silence, liveness.silent_at(recovery.rtt().probe_timeout()));
    table.set(TimerReason::death, std::min(liveness.dead_at(), keys.unusable_at()));
    table.set(TimerReason::rekey, keys.rekey_request_at());
    table.set(TimerReason::path, path.owes_answer() ? now_last : path.next_at(question_bytes));
    if (established()) table.set(TimerReason::mtu, capacity.mtu_probe_at());
    return table;
}

} // namespace plenum::link
