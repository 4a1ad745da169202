// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/link/ack_tracker.h"
#include "core/link/clock_filter.h"
#include "core/link/link.h"
#include "core/link/liveness.h"
#include "core/link/loss_meter.h"
#include "core/link/pacer.h"
#include "core/link/rtt.h"
#include "core/link/sent_packets.h"
#include "core/link/stream_receiver.h"
#include "core/link/stream_sender.h"

#include <deque>
#include <vector>

namespace plenum::link {

/// Datagrams that these lead take nothing less urgent with them, so that they stay short.
[[nodiscard]] constexpr bool is_urgent(base::PriorityClass priority) { return priority <= base::PriorityClass::live; }

/// A sealed path_challenge.
inline constexpr std::size_t question_bytes = base::limits::datagram_overhead + 1 + 8;

/// The parts of a link and how they meet. What comes in is in link_input.cpp, what goes out in link_output.cpp.
struct Link::Impl {
    explicit Impl(LinkOptions options);

    enum class Phase : std::uint8_t { open = 1, closing = 2, closed = 3 };
    struct QueuedFragment {
        SentFragment fragment;
        bool again;
    };
    struct ClockAnswer {
        base::LocalTime request_sent_at;
        base::ConferenceTime received_at;
    };
    /// One datagram in the making.
    struct Draft {
        /// The header, then plaintext; sealed where it stands.
        base::Bytes& datagram;
        /// Of the sealed datagram.
        std::size_t bytes_max{base::limits::datagram_bytes_max};
        std::vector<SentItem> items{};
        bool eliciting{false};
        bool probes_mtu{false};
        /// Class of the first payload; absent where there is none.
        std::optional<base::PriorityClass> leading{};

        [[nodiscard]] std::size_t room() const;
        [[nodiscard]] bool carries(const SentFragment& fragment) const;
    };
    /// What handling one datagram's frames found.
    struct Received {
        base::LocalTime now;
        base::Address from;
        base::PriorityClass datagram_class;
        bool eliciting{false};
        bool probes_mtu{false};
        /// Some bytes found no room, so the packet must not be acknowledged.
        bool refused{false};
    };

    // link_input.cpp
    DatagramResult handle_datagram(const wire::SealedHeader& header, base::ByteView datagram, const base::Address& from,
                                   base::LocalTime now);
    [[nodiscard]] DatagramResult handle_while_closing(const wire::SealedHeader& header, base::ByteView datagram,
                                                      base::LocalTime now);
    [[nodiscard]] bool is_sound(const wire::SealedHeader& header, base::ByteView datagram) const;
    void handle_arrival(std::uint64_t number, std::size_t bytes, const base::Address& from, base::LocalTime now);
    [[nodiscard]] bool handle_frames(base::ByteView plaintext, Received& received);
    [[nodiscard]] bool handle_fragment(wire::Reader& from, Received& received);
    [[nodiscard]] bool handle(const wire::AckFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PingFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::StreamFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::ClockRequestFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::ClockResponseFrame& frame, Received& received);
    [[nodiscard]] bool handle(wire::FragmentFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::CloseFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PathChallengeFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PathResponseFrame& frame, Received& received);
    [[nodiscard]] bool handle(const wire::PaddingFrame& frame, Received& received);
    void handle_heard(base::LocalTime now);
    void settle(base::LocalTime now);
    void settle_acknowledged(const SentPacket& packet, base::LocalTime now);
    void settle_lost(SentPacket& packet, base::LocalTime now);
    [[nodiscard]] std::optional<LinkEvent> poll_event();

    // link_output.cpp
    [[nodiscard]] bool poll_datagram(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] bool poll_question(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] bool poll_mtu_probe(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] bool poll_close(base::LocalTime now, OutgoingDatagram& into);
    [[nodiscard]] Draft begin(base::Bytes& datagram, std::size_t bytes_max = base::limits::datagram_bytes_max);
    [[nodiscard]] std::size_t datagram_bytes() const;
    [[nodiscard]] std::size_t bearable_bytes() const;
    void probe(base::LocalTime now);
    void run_timers(base::LocalTime now);
    [[nodiscard]] bool control_wanted(base::LocalTime now) const;
    [[nodiscard]] std::optional<base::PriorityClass> next_payload() const;
    [[nodiscard]] base::LocalTime payload_ready_at(base::PriorityClass priority) const {
        return pacer.ready_at(rate->rate(), priority, rate->clear());
    }
    void write_acknowledgement(Draft& draft, base::LocalTime now);
    void write_control(Draft& draft, base::LocalTime now);
    [[nodiscard]] base::Duration next_clock_interval() const;
    void write_clock_answers(Draft& draft, base::LocalTime now);
    void write_clock_request(Draft& draft, base::LocalTime now);
    void write_payload(Draft& draft, base::LocalTime now);
    [[nodiscard]] bool write_stream(Draft& draft, base::PriorityClass priority);
    [[nodiscard]] bool write_fragments(Draft& draft, base::PriorityClass priority, base::LocalTime now);
    /// Where it goes.
    [[nodiscard]] base::Address seal(Draft draft, base::LocalTime now, std::optional<base::Address> to = {});

    // link.cpp
    void close(wire::CloseReason reason, ClosedBy by, base::LocalTime now);
    void say_last_word(wire::CloseReason reason, base::LocalTime now);
    void end(ClosedBy by, std::optional<wire::CloseReason> reason);
    void add_event(LinkEvent&& event);
    void tell_dropped();
    [[nodiscard]] base::LocalTime probe_at() const;
    [[nodiscard]] base::LocalTime payload_at() const;
    [[nodiscard]] TimerTable timers() const;
    [[nodiscard]] LinkStats read_stats() const;
    [[nodiscard]] LinkLoad load() const;

    /// After whatever changes what a stream has to send.
    void note_stream(base::PriorityClass stream) {
        streams_ready &= ~sched::bit_of(stream);
        if (senders[stream].ready()) streams_ready |= sched::bit_of(stream);
    }
    /// One bit for each class in which something is to be sent, the most urgent's lowest.
    [[nodiscard]] std::uint32_t classes_waiting() const { return streams_ready | queue.classes(); }

    SessionKeys keys;
    PeerPath path;
    bool initiator;
    std::unique_ptr<RateController> rate;
    std::optional<base::ClockOffset> serve_clock;

    RttEstimator rtt;
    PathMtu mtu;
    SentPackets sent;
    SentPackets::Outcome outcome;
    AckTracker acks;
    Pacer pacer;
    Liveness liveness;
    LossMeter losses;
    ClockFilter clock_filter;
    sched::ClassQueue<QueuedFragment> queue;
    /// Out of `queue`, until it is told.
    std::vector<QueuedFragment> dropped;
    base::EnumArray<base::PriorityClass, StreamSender> senders;
    base::EnumArray<base::PriorityClass, StreamReceiver> receivers;
    /// One bit for each stream that has something to send, and for each that may have a message for us.
    std::uint32_t streams_ready{0};
    std::uint32_t streams_readable{0};

    Phase phase{Phase::open};
    bool established{false};
    bool ping_wanted{true};
    bool probe_wanted{false};
    bool rekey_told{false};
    /// Something waited for the pacer since the last feedback.
    bool held_back{false};
    /// Highest packet number that opened.
    std::optional<std::uint64_t> newest;
    std::deque<std::uint64_t> path_answers;
    std::uint32_t probes_in_row{0};
    base::LocalTime now_last;
    /// Timers have run at `now_last`, and nothing came since that could give them more to do.
    bool timers_ran{false};
    base::LocalTime clock_at{base::local_time_max};
    int clock_burst_left{0};
    bool clock_wanted{false};
    base::LocalTime clock_asked_at{};
    /// From when on it asks in what leaves anyway.
    base::LocalTime clock_rides_at{base::local_time_max};
    std::deque<ClockAnswer> clock_answers;
    /// When they go though nothing else does.
    base::LocalTime clock_answers_at{base::local_time_max};
    base::LocalTime clock_answered_at{};

    wire::CloseReason close_reason{wire::CloseReason::leaving};
    int closes_left{0};
    /// Until when the last word is repeated, where it is to be answered.
    std::optional<base::LocalTime> close_until;
    base::Duration close_interval{};
    base::LocalTime close_at{base::local_time_max};

    base::Ring<LinkEvent> events;
    base::Ring<base::Bytes> spare_data;
    std::optional<Closed> closed_event;
    base::Bytes opened;
    wire::Frame stream_frame{wire::StreamFrame{}};
    LinkStats stats;
};

} // namespace plenum::link
