// SPDX-License-Identifier: Apache-2.0
#include "core/link/link.h"

#include "core/base/limits.h"
#include "core/link/link_impl.h"
#include "core/wire/choice.h"

#include <algorithm>
#include <utility>

namespace plenum::link {

namespace {

/// Packets remembered until acknowledged: 48 Mbit/s in full packets over 800 ms. Past it the oldest count as lost.
constexpr std::size_t sent_packets_max = 4096;
/// Fragments nobody polled for.
constexpr std::size_t events_max = 4096;
/// Memory kept for fragments to come: of one picture or so.
constexpr std::size_t spare_data_max = 16;
/// How often the last word is said: at 5 % loss one in 8000 goes unheard.
constexpr int closes = 3;
/// Between repetitions of the last word. Where an answer is waited for each takes twice as long as the one before, up
/// to the longest.
constexpr base::Duration close_interval_min = std::chrono::milliseconds{30};
/// How long an answer is waited for; who closes many links at once may give up before (plenumd's drain_time_s).
constexpr base::Duration close_time_max = std::chrono::seconds{60};
/// Longest time between probes to a peer that does not answer, so that a path that comes back is noticed soon.
constexpr base::Duration probe_interval_max = std::chrono::milliseconds{500};
constexpr std::uint32_t probe_backoff_max = 8;
/// From this loss on key frames go twice. Lower doubles them for nothing, higher leaves pictures broken for a round
/// trip.
constexpr std::uint32_t copy_loss_permille = 10;
/// How much later than its fragment's the deadline of a copy is, which puts it behind the whole frame.
constexpr base::Duration copy_distance = std::chrono::milliseconds{1};

} // namespace

wire::FragmentFrame decode_fragment(base::ByteView frame) {
    wire::Reader from{frame};
    std::ignore = from.u8();
    wire::FragmentFrame fragment;
    wire::get(from, fragment);
    return fragment;
}

EncodedFragment encode_fragment(const wire::FragmentFrame& fragment) {
    auto bytes = std::make_shared<base::Bytes>();
    // Its data and what stands before at most.
    bytes->reserve(fragment.data.size() + 48);
    wire::Writer to{*bytes};
    to.together([&] {
        to.u8(wire::FragmentFrame::type);
        wire::put(to, fragment);
    });
    return bytes;
}

Link::Impl::Impl(LinkOptions options)
    : keys{{options.local, options.remote, std::move(options.keys), options.cipher}, options.now, options.key_limits},
      path{options.peer},
      initiator{options.initiator},
      rate{make_rate_controller(options.rate, options.now)},
      serve_clock{options.serve_clock},
      mtu{options.mtu, options.now},
      sent{sent_packets_max},
      pacer{options.now},
      liveness{options.now, options.keep_alive_interval, options.dead_after},
      queue{{base::limits::send_queue_packets_max,
             base::limits::send_queue_packets_max * base::limits::packet_bytes_max}},
      now_last{options.now} {
    queue.hand_dropped_to(&dropped);
}

void Link::Impl::add_event(LinkEvent&& event) {
    // The others are few, and must not be lost.
    const bool many = std::holds_alternative<FragmentReceived>(event) ||
                      std::holds_alternative<FragmentGivenUp>(event) || std::holds_alternative<FragmentDropped>(event);
    if (events.size() >= events_max && many) {
        ++stats.events_dropped;
        return;
    }
    events.push_back(std::move(event));
}

void Link::Impl::end(ClosedBy by, std::optional<wire::CloseReason> reason) {
    if (phase != Phase::open) return;
    phase = Phase::closed;
    closed_event = Closed{by, reason};
    queue.clear();
}

void Link::Impl::close(wire::CloseReason reason, ClosedBy by, base::LocalTime now) {
    if (phase != Phase::open) return;
    end(by, reason);
    say_last_word(reason, now);
    if (wire::is_answered(reason)) close_until = now + close_time_max;
}

void Link::Impl::say_last_word(wire::CloseReason reason, base::LocalTime now) {
    phase = Phase::closing;
    close_reason = reason;
    closes_left = closes;
    close_interval = close_interval_min;
    close_at = now;
}

/// RFC 9002 §6.2.1, without giving up and with a bound on the wait.
base::LocalTime Link::Impl::probe_at() const {
    if (!sent.anything_in_flight()) return base::local_time_max;
    const auto timeout = rtt.probe_timeout();
    const auto backoff = timeout * (1 << std::min(probes_in_row, probe_backoff_max));
    return sent.last_eliciting_at() + std::min(backoff, std::max(timeout, probe_interval_max));
}

/// When the pacer lets the next payload go; `local_time_max` if there is none.
base::LocalTime Link::Impl::payload_at() const {
    const auto payload = next_payload();
    return payload ? payload_ready_at(*payload) : base::local_time_max;
}

TimerTable Link::Impl::timers() const {
    TimerTable table;
    if (phase == Phase::closed) return table;
    if (phase == Phase::closing) {
        table.set(TimerReason::close, close_at);
        return table;
    }
    table.set(TimerReason::acknowledgement, acks.due_at());
    table.set(TimerReason::loss, sent.loss_at(rtt));
    table.set(TimerReason::probe, probe_at());
    table.set(TimerReason::pace, payload_at());
    table.set(TimerReason::keep_alive, ping_wanted ? now_last : liveness.keep_alive_at());
    table.set(TimerReason::clock, clock_wanted ? now_last : std::min(clock_at, clock_answers_at));
    table.set(TimerReason::silence, liveness.silent_at(rtt.probe_timeout()));
    table.set(TimerReason::death, std::min(liveness.dead_at(), keys.unusable_at()));
    if (initiator && !rekey_told) table.set(TimerReason::rekey, keys.rekey_at());
    table.set(TimerReason::path, path_answers.empty() ? path.next_at(question_bytes) : now_last);
    if (established) table.set(TimerReason::mtu, mtu.next_at());
    return table;
}

LinkStats Link::Impl::read_stats() const {
    auto result = stats;
    if (rtt.has_sample()) {
        result.rtt = rtt.smoothed();
        result.rtt_min = rtt.min();
        result.rtt_variance = rtt.variance();
    }
    result.reorder_window = sent.reorder_window(rtt);
    result.loss_permille = losses.permille();
    result.pace_rate = rate->rate();
    result.rate = rate->stats();
    result.datagram_bytes = mtu.size();
    result.packets_lost = sent.lost();
    result.packets_spurious = sent.spurious();
    result.drops = queue.drops();
    return result;
}

LinkLoad Link::Impl::load() const {
    LinkLoad result;
    result.queued_fragments = queue.size();
    result.queued_bytes = queue.bytes();
    result.sent_packets = sent.size();
    for (const auto& sender : senders)
        result.stream_bytes += sender.buffered();
    for (const auto& receiver : receivers)
        result.reassembly_bytes += receiver.buffered();
    return result;
}

Link::Link(LinkOptions options) : impl_{std::make_unique<Impl>(std::move(options))} {}
Link::~Link() = default;
Link::Link(Link&&) noexcept = default;
Link& Link::operator=(Link&&) noexcept = default;

DatagramResult Link::handle_datagram(const wire::SealedHeader& header, base::ByteView datagram,
                                     const base::Address& from, base::LocalTime now) {
    return impl_->handle_datagram(header, datagram, from, now);
}

void Link::rekey(Keying keying, const base::Address& from, base::LocalTime now) {
    if (impl_->phase != Impl::Phase::open) return;
    impl_->keys.add(std::move(keying), !impl_->initiator, now);
    if (impl_->initiator) return;
    impl_->path.move_to(from);
    // The sooner the peer hears something under the new keys, the sooner it uses them.
    impl_->ping_wanted = true;
    impl_->timers_ran = false;
}

std::expected<void, SendError> Link::send_stream(base::PriorityClass stream, base::ByteView message) {
    if (impl_->phase != Impl::Phase::open) return std::unexpected{SendError::closed};
    if (message.size() > base::limits::control_message_bytes_max) return std::unexpected{SendError::too_large};
    if (!impl_->senders[stream].push(message)) return std::unexpected{SendError::full};
    impl_->note_stream(stream);
    return {};
}

sched::PushResult Link::send_fragment(FragmentToSend fragment, base::LocalTime now) {
    if (impl_->phase != Impl::Phase::open) return sched::PushResult::dropped;
    if (!fragment.frame || fragment.frame->size() > base::limits::packet_bytes_max) return sched::PushResult::dropped;
    const sched::Rank rank{fragment.priority, fragment.deadline, fragment.frame->size(),
                           fragment.flags.is_discardable()};
    const bool twice = fragment.flags.is_key_frame() && impl_->losses.permille() >= copy_loss_permille;
    SentFragment sent{std::move(fragment.frame), rank.priority, rank.deadline, rank.discardable, fragment.tag, false,
                      fragment.awaited};
    if (!twice) return impl_->queue.push({std::move(sent), false}, rank, now);
    const auto result = impl_->queue.push({sent, false}, rank, now);
    // Behind all of the frame, and the first to go where room is short.
    const sched::Rank behind{rank.priority, rank.deadline + copy_distance, rank.bytes, true};
    sent.copy = true;
    std::ignore = impl_->queue.push({std::move(sent), true}, behind, now);
    return result;
}

void Link::close(wire::CloseReason reason, base::LocalTime now) { impl_->close(reason, ClosedBy::self, now); }
std::optional<OutgoingDatagram> Link::poll_datagram(base::LocalTime now) {
    OutgoingDatagram next;
    return impl_->poll_datagram(now, next) ? std::optional{std::move(next)} : std::nullopt;
}
bool Link::poll_datagram(base::LocalTime now, OutgoingDatagram& into) { return impl_->poll_datagram(now, into); }
void Link::reuse(base::Bytes data) {
    if (impl_->spare_data.size() < spare_data_max) impl_->spare_data.push_back(std::move(data));
}
std::optional<LinkEvent> Link::poll_event() { return impl_->poll_event(); }

void Link::Impl::tell_dropped() {
    for (auto& item : dropped) {
        if (item.fragment.awaited && !item.fragment.copy) add_event(FragmentDropped{std::move(item.fragment.frame)});
    }
    dropped.clear();
}
TimerTable::Next Link::next_wakeup() const { return impl_->timers().next(); }

std::optional<base::ClockOffset> Link::clock(base::LocalTime now) const {
    return impl_->serve_clock ? impl_->serve_clock : impl_->clock_filter.offset(now);
}
base::Duration Link::clock_doubt(const base::ClockOffset& clock) const {
    return impl_->serve_clock ? base::Duration::zero() : impl_->clock_filter.doubt(clock);
}
void Link::serve_clock(const base::ClockOffset& clock) {
    impl_->serve_clock = clock;
    impl_->clock_at = impl_->clock_rides_at = base::local_time_max;
    impl_->clock_wanted = false;
    impl_->timers_ran = false;
}

bool Link::closed() const { return impl_->phase != Impl::Phase::open; }
bool Link::finished() const { return impl_->phase == Impl::Phase::closed; }
bool Link::established() const { return impl_->established; }
bool Link::silent() const { return impl_->liveness.silent(); }
base::LocalTime Link::peer_there_until(base::LocalTime now) const { return impl_->liveness.there_until(now); }
base::SessionIndex Link::local() const { return impl_->keys.local(); }
base::SessionIndex Link::remote() const { return impl_->keys.remote(); }
bool Link::takes(base::SessionIndex local) const { return impl_->keys.takes(local); }
const base::Address& Link::peer() const { return impl_->path.address(); }
LinkStats Link::stats() const { return impl_->read_stats(); }
StreamProgress Link::stream_progress(base::PriorityClass stream) const {
    const auto& sender = impl_->senders[stream];
    return {sender.end(), sender.acknowledged_end()};
}
bool Link::stream_has_room(base::PriorityClass stream) const { return impl_->senders[stream].has_room(); }
bool Link::stream_is_arriving(base::PriorityClass stream) const { return impl_->receivers[stream].buffered() > 0; }
LinkLoad Link::load() const { return impl_->load(); }

} // namespace plenum::link
