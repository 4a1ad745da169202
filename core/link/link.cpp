// SPDX-License-Identifier: Apache-2.0
#include "core/link/link.h"

#include "core/base/limits.h"
#include "core/link/link_impl.h"
#include "core/wire/choice.h"

#include <utility>

namespace plenum::link {

namespace {

/// From this loss on key frames go twice. Lower doubles them for nothing, higher leaves pictures broken for a round
/// trip.
constexpr std::uint32_t copy_loss_permille = 10;

} // namespace

wire::FragmentFrame decode_fragment(base::ByteView frame) {
    if (auto relayed = decode_relayed(frame)) return std::move(relayed->fragment);
    wire::Reader from{frame};
    std::ignore = from.u8();
    wire::FragmentFrame fragment;
    wire::get(from, fragment);
    return fragment;
}

std::optional<wire::RelayedFragmentFrame> decode_relayed(base::ByteView frame) {
    wire::Reader from{frame};
    if (from.u8() != wire::RelayedFragmentFrame::type) return std::nullopt;
    std::optional<wire::RelayedFragmentFrame> relayed{std::in_place};
    wire::get(from, *relayed);
    return relayed;
}

EncodedFragment encode_fragment(const wire::RelayedFragmentFrame& fragment) {
    auto bytes = std::make_shared<base::Bytes>();
    bytes->reserve(fragment.fragment.data.size() + fragment.receivers.size() + 64);
    wire::Writer to{*bytes};
    to.together([&] {
        to.u8(wire::RelayedFragmentFrame::type);
        wire::put(to, fragment);
    });
    return bytes;
}

EncodedFragment encode_fragment(const wire::TreeFrame& frame) {
    auto bytes = std::make_shared<base::Bytes>();
    bytes->reserve(frame.packet.size() + 8);
    wire::Writer to{*bytes};
    to.together([&] {
        to.u8(wire::TreeFrame::type);
        wire::put(to, frame);
    });
    return bytes;
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

std::optional<OutgoingDatagram> poll_datagram(Link& link, base::LocalTime now) {
    OutgoingDatagram next;
    return link.poll_datagram(now, next) ? std::optional{std::move(next)} : std::nullopt;
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
    if (!impl_->termination.is_open()) return;
    impl_->keys.add(std::move(keying), now);
    if (impl_->keys.role() == KeyRole::initiator) return;
    impl_->path.move_to(from);
    // The sooner the peer hears something under the new keys, the sooner it uses them.
    impl_->liveness.ask();
    impl_->timers_ran = false;
}

std::expected<void, SendError> Link::send_stream(base::PriorityClass stream, base::ByteView message) {
    if (!impl_->termination.is_open()) return std::unexpected{SendError::closed};
    if (message.size() > base::limits::control_message_bytes_max) return std::unexpected{SendError::too_large};
    if (!impl_->sender.push_message(stream, message)) return std::unexpected{SendError::full};
    return {};
}

sched::PushResult Link::send_fragment(FragmentToSend fragment, base::LocalTime now) {
    if (!impl_->termination.is_open()) return sched::PushResult::dropped;
    if (!fragment.frame || fragment.frame->size() > base::limits::packet_bytes_max) return sched::PushResult::dropped;
    if (!fragment.shim.empty()) {
        impl_->sender.push_shim(fragment.frame, std::move(fragment.shim));
        impl_->clock.refine(now);
    }
    const bool twice = fragment.flags.is_key_frame() && impl_->capacity.loss_permille() >= copy_loss_permille;
    return impl_->sender.push_fragment({std::move(fragment.frame), fragment.priority, fragment.deadline, fragment.flags,
                                        fragment.tag, false, fragment.awaited, fragment.repaired},
                                       twice, now);
}

void Link::share_rate(std::unique_ptr<RateController> rate) {
    impl_->capacity.share_rate(std::move(rate), impl_->now_last);
}

void Link::close(wire::CloseReason reason, base::LocalTime now) { impl_->close(reason, now); }
bool Link::poll_datagram(base::LocalTime now, OutgoingDatagram& into) { return impl_->poll_datagram(now, into); }
void Link::reuse(base::Bytes data) { impl_->receiver.reuse(std::move(data)); }
std::optional<LinkEvent> Link::poll_event(std::uint32_t held) { return impl_->poll_event(held); }
TimerTable::Next Link::next_wakeup() const { return impl_->timers().next(); }

std::optional<base::ClockOffset> Link::clock(base::LocalTime now) const { return impl_->clock.offset(now); }
base::Duration Link::clock_doubt(const base::ClockOffset& clock) const { return impl_->clock.doubt(clock); }

void Link::serve_clock(const base::ClockOffset& clock) { impl_->clock.serve(clock); }

bool Link::closed() const { return !impl_->termination.is_open(); }
bool Link::finished() const { return impl_->termination.is_finished(); }
bool Link::silent() const { return impl_->liveness.silent(); }
base::LocalTime Link::peer_there_until(base::LocalTime now) const { return impl_->liveness.there_until(now); }
base::SessionIndex Link::local() const { return impl_->keys.local(); }
bool Link::takes(base::SessionIndex local) const { return impl_->keys.takes(local); }
const base::Address& Link::peer() const { return impl_->path.address(); }

StreamProgress Link::stream_progress(base::PriorityClass stream) const {
    const auto& sent = impl_->sender.stream(stream);
    return {sent.end(), sent.acknowledged_end(), impl_->receiver.buffered(stream) > 0, sent.has_room()};
}

LinkStats Link::stats() const {
    auto result = impl_->counted;
    impl_->recovery.report(result);
    impl_->capacity.report(result);
    impl_->sender.report(result);
    result.events_dropped = impl_->events.dropped();
    return result;
}

LinkLoad Link::load() const {
    LinkLoad result;
    impl_->sender.report(result);
    result.sent_packets = impl_->recovery.size();
    result.reassembly_bytes = impl_->receiver.buffered();
    return result;
}

} // namespace plenum::link
