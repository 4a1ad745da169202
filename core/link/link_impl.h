// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/link/ack_tracker.h"
#include "core/link/clock_exchange.h"
#include "core/link/link.h"
#include "core/link/link_event_queue.h"
#include "core/link/liveness.h"
#include "core/link/loss_recovery.h"
#include "core/link/packet_draft.h"
#include "core/link/path_capacity.h"
#include "core/link/payload_receiver.h"
#include "core/link/payload_sender.h"
#include "core/link/termination.h"

namespace plenum::link {

/// The parts of a link and how they meet in datagrams. What comes in is in link_input.cpp, what goes out in
/// link_output.cpp.
struct Link::Impl {
    explicit Impl(LinkOptions options);

    /// What handling one datagram's frames found.
    struct Received {
        base::LocalTime now;
        base::Address from;
        base::PriorityClass datagram_class;
        bool eliciting{false};
        /// Some bytes found no room, so the packet must not be acknowledged.
        bool refused{false};
        /// For the first fragment.
        base::ByteView shim{};
        std::size_t datagram_bytes{0};
    };

    // link_input.cpp
    DatagramResult handle_datagram(const wire::SealedHeader& header, base::ByteView datagram, const base::Address& from,
                                   base::LocalTime now);
    [[nodiscard]] DatagramResult handle_while_closing(const wire::SealedHeader& header, base::ByteView datagram,
                                                      base::LocalTime now);
    void handle_arrival(const wire::SealedHeader& header, std::size_t bytes, const base::Address& from,
                        base::LocalTime now);
    [[nodiscard]] bool handle_frames(base::ByteView plaintext, Received& received);
    [[nodiscard]] bool handle(const wire::AckFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PingFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::StreamFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::ClockRequestFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::ClockResponseFrame& frame, Received& received);
    [[nodiscard]] bool handle(wire::FragmentFrame& frame, Received& received);
    template <class T>
        requires std::is_same_v<T, wire::RelayedFragmentFrame> || std::is_same_v<T, wire::TreeFrame>
    [[nodiscard]] bool handle(T& frame, Received& received);
    [[nodiscard]] bool handle(const wire::CloseFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PathChallengeFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PathResponseFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PaddingFrame& frame, Received& received);
    void settle(base::LocalTime now);
    [[nodiscard]] std::optional<LinkEvent> poll_event(std::uint32_t held);

    // link_output.cpp
    [[nodiscard]] bool poll_datagram(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] bool poll_question(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] bool poll_mtu_probe(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] bool poll_close(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] PacketDraft begin(base::Bytes& datagram, std::size_t bytes_max = base::limits::datagram_bytes_max);
    void write_control(PacketDraft& draft, base::LocalTime now);
    /// Where it goes.
    [[nodiscard]] base::Address seal(PacketDraft draft, base::LocalTime now, std::optional<base::Address> to = {});
    void close(wire::CloseReason reason, base::LocalTime now);
    void run_timers(base::LocalTime now);
    [[nodiscard]] bool control_wanted(base::LocalTime now) const;
    [[nodiscard]] TimerTable timers() const;

    /// Something of the peer opened: both sides have the keys.
    [[nodiscard]] bool established() const { return counted.datagrams_received > 0; }

    SessionKeys keys;
    PeerPath path;
    PathCapacity capacity;
    LossRecovery recovery;
    AckTracker acks;
    Liveness liveness;
    ClockExchange clock;
    PayloadSender sender;
    PayloadReceiver receiver;
    LinkEventQueue events;
    Termination termination;

    base::LocalTime now_last;
    /// Timers have run at `now_last`, and nothing came since that could give them more to do.
    bool timers_ran{false};
    base::Bytes opened;
    /// Of datagrams; the parts count the rest.
    LinkStats counted;
};

} // namespace plenum::link
