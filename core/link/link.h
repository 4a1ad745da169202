// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/flow_spec.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/crypto/datagram_seal.h"
#include "core/crypto/noise.h"
#include "core/link/link_events.h"
#include "core/link/link_stats.h"
#include "core/link/path_mtu.h"
#include "core/link/peer_path.h"
#include "core/link/rate/controller.h"
#include "core/link/session_keys.h"
#include "core/link/timers.h"
#include "core/sched/class_queue.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>

namespace plenum::link {

struct LinkOptions {
    base::SessionIndex local;
    base::SessionIndex remote;
    crypto::TransportKeys keys;
    crypto::Cipher cipher{crypto::Cipher::chacha20_poly1305};
    /// This side began the session, and begins it anew when its keys are old.
    bool initiator{false};
    /// Absent: those of the cipher.
    std::optional<KeyLimits> key_limits;
    PeerPath::Options peer{};
    base::LocalTime now;
    RateOptions rate{};
    PathMtu::Options mtu{};
    /// Relay: conference clock relative to this node's; answers the peer's clock requests. Absent: see `asks_clock`.
    std::optional<base::ClockOffset> serve_clock;
    /// Where `serve_clock` is absent: asks the peer. Otherwise it answers nothing before `Link::serve_clock`.
    bool asks_clock{true};
    /// Idle time after which the peer is asked for a sign of life.
    base::Duration keep_alive_interval{std::chrono::milliseconds{500}};
    /// Silence after which the link closes.
    base::Duration dead_after{std::chrono::seconds{10}};
};

enum class DatagramResult : std::uint8_t {
    accepted = 1,
    replayed = 2,  ///< opened before, or too old to know
    forged = 3,    ///< not this session's, altered, truncated, or not sealed with its key
    malformed = 4, ///< authentic, but no correct peer sends it: the link closed with protocol_error
    ignored = 5,   ///< the link is closed
};

enum class SendError : std::uint8_t {
    too_large = 1, ///< over limits::control_message_bytes_max
    full = 2,      ///< over limits::stream_buffer_bytes_max not acknowledged: the peer is too slow
    closed = 3,
};

/// A fragment as it goes on the wire, encoded once for all links that carry it.
using EncodedFragment = std::shared_ptr<const base::Bytes>;
[[nodiscard]] EncodedFragment encode_fragment(const wire::FragmentFrame& fragment);
[[nodiscard]] EncodedFragment encode_fragment(const wire::RelayedFragmentFrame& fragment);
/// Goes as fragments do. Precondition: `FragmentToSend::awaited` is false.
[[nodiscard]] EncodedFragment encode_fragment(const wire::TreeFrame& frame);
/// Precondition: one of `encode_fragment`.
[[nodiscard]] wire::FragmentFrame decode_fragment(base::ByteView frame);
/// Nullopt where it is for the link's peer alone. Precondition: one of `encode_fragment`.
[[nodiscard]] std::optional<wire::RelayedFragmentFrame> decode_relayed(base::ByteView frame);

struct FragmentToSend {
    EncodedFragment frame;
    base::PriorityClass priority{base::PriorityClass::bulk};
    /// From then on it is worth nothing: not sent, not sent again.
    base::LocalTime deadline{};
    wire::MessageFlags flags{};
    /// The caller's own; comes back with `FragmentGivenUp`.
    std::uint64_t tag{0};
    /// Others wait for it: `FragmentDropped` tells where it will not come.
    bool awaited{false};
    /// Sent again when lost. False where a transport above repairs losses at a rate of its own.
    bool repaired{true};
    /// Of the datagram that carries it, for which there must be room; else it is left out.
    wire::Shim shim{};
};

struct OutgoingDatagram {
    base::Address to;
    base::Bytes datagram;
};

/// One established session with one peer, the same class on both sides: acknowledgement, rtt, loss, pacing, reliable
/// ordered streams of messages (one a class), fragments that are better never than late, clock offset, keep-alive,
/// dead-peer detection, new keys and new addresses of the peer (docs/protocol.md §2).
///
/// Contract: after each call that takes something in, `poll_event` and `poll_datagram` until each gives nullopt; at
/// `next_wakeup` the same again. `now` never goes back. Calls at other times are harmless.
///
/// What is replayed or forged changes a counter and nothing else. Everything inside is bounded (core/base/limits.h).
class Link {
  public:
    explicit Link(LinkOptions options);
    ~Link();
    Link(Link&&) noexcept;
    Link& operator=(Link&&) noexcept;

    /// `header` as decoded from the first bytes of `datagram`, which is whole.
    DatagramResult handle_datagram(const wire::SealedHeader& header, base::ByteView datagram, const base::Address& from,
                                   base::LocalTime now);
    /// The keys of a handshake that continues this session, whose peer the caller has found to be the same. On the side
    /// that began it they seal once the peer was heard under them, on the other at once, and the peer is at `from`.
    void rekey(Keying keying, const base::Address& from, base::LocalTime now);

    /// Appends one message to the reliable stream of its class.
    [[nodiscard]] std::expected<void, SendError> send_stream(base::PriorityClass stream, base::ByteView message);
    /// Queues by class and deadline. Sent again when lost, as long as the deadline leaves it a chance; key frames,
    /// which all pictures wait for, go twice where the path loses one in a hundred. What is dropped is counted in
    /// `stats().drops`, by class and reason. Where one has a shim, cameras capture by the peer's clock, which is asked
    /// for often then.
    sched::PushResult send_fragment(FragmentToSend fragment, base::LocalTime now);
    /// From now on the link sends at this controller's rate, for instance one of all links on a shared path. Null: at
    /// that of one of its own, which begins anew.
    void share_rate(std::unique_ptr<RateController> rate);
    /// Tells the peer, three times, or where the reason `is_answered` until it answers, for a minute at most; nothing
    /// else is sent or taken any more. A second call changes nothing.
    void close(wire::CloseReason reason, base::LocalTime now);

    /// Writes over `into`, whose memory it uses. False if there is none.
    [[nodiscard]] bool poll_datagram(base::LocalTime now, OutgoingDatagram& into);
    /// Memory of a fragment that came, for the next.
    void reuse(base::Bytes data);
    /// Nothing of the streams that are `held`, with a bit each (`sched::bit_of`). Once limits::stream_buffer_bytes_max
    /// of one wait, the peer's packets with more of it count as lost, so the peer slows down.
    [[nodiscard]] std::optional<LinkEvent> poll_event(std::uint32_t held = 0);
    /// `at` is `local_time_max` once there is nothing more to do.
    [[nodiscard]] TimerTable::Next next_wakeup() const;

    /// The conference's clock, with its bound grown up to `now`; absent before the first exchange. What
    /// `serve_clock` gave, where it was given.
    [[nodiscard]] std::optional<base::ClockOffset> clock(base::LocalTime now) const;
    /// By how much that, as it was given now, is likely wrong at most: within its bound, and far less on most paths.
    [[nodiscard]] base::Duration clock_doubt(const base::ClockOffset& clock) const;
    /// From now on the peer's clock requests are answered with this one.
    void serve_clock(const base::ClockOffset& clock);

    /// Closed by whomever; `finished`: also told the peer, or answered it, so that the link can be thrown away.
    [[nodiscard]] bool closed() const;
    [[nodiscard]] bool finished() const;
    [[nodiscard]] bool silent() const;
    /// Until when the peer was there for certain; `now` while it owes no answer, so that a sleep of our own is not its
    /// silence.
    [[nodiscard]] base::LocalTime peer_there_until(base::LocalTime now) const;
    /// At which datagrams come under the keys that seal now.
    [[nodiscard]] base::SessionIndex local() const;
    /// Whether a datagram to this index may be for this link.
    [[nodiscard]] bool takes(base::SessionIndex local) const;
    /// Where the peer is known to be.
    [[nodiscard]] const base::Address& peer() const;
    [[nodiscard]] StreamProgress stream_progress(base::PriorityClass stream) const;
    [[nodiscard]] LinkStats stats() const;
    [[nodiscard]] LinkLoad load() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

/// The next datagram, in memory of its own.
[[nodiscard]] std::optional<OutgoingDatagram> poll_datagram(Link& link, base::LocalTime now);

} // namespace plenum::link
