// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace plenum::link {

/// What a controller knows of its path, for people and figures.
struct RateStats {
    double loss_event_rate{0};       ///< losses within one round trip count as one (RFC 5348 §5); 0 before the first
    base::Duration queueing_delay{}; ///< of the way to the peer, above the least of the last seconds
    base::ByteRate delivered{};      ///< what arrived of late
    bool competing{false};           ///< others keep the queue on the path full
};

/// How fast a link may send: events in, a rate out (README.md of this folder). All times are those of the sender.
class RateController {
  public:
    struct Sent {
        base::LocalTime at;
        std::size_t bytes;
        bool eliciting; ///< the peer will acknowledge it
    };
    struct Acknowledged {
        base::LocalTime at;
        base::LocalTime sent_at;
        std::size_t bytes;
        bool was_lost{false}; ///< told as lost before, and was only late
    };
    struct Lost {
        base::LocalTime at;
        base::LocalTime sent_at;
        std::size_t bytes;
    };
    /// An acknowledgement whose highest packet was new, after what it acknowledged and showed to be lost was told.
    struct Feedback {
        base::LocalTime at;
        base::LocalTime sent_at;     ///< of its highest packet
        base::Duration rtt;          ///< of that packet, without what the peer waited
        base::Duration rtt_smoothed; ///< RFC 9002 §5.3
        std::uint32_t arrived_us;    ///< when that packet arrived, in µs of the peer's clock, modulo 2^32
        bool limited;                ///< since the last one something had to wait for this controller's rate
    };

    virtual ~RateController() = default;
    virtual void handle_sent(const Sent& packet) = 0;
    virtual void handle_acknowledged(const Acknowledged& packet) = 0;
    virtual void handle_lost(const Lost& packet) = 0;
    virtual void handle_feedback(const Feedback& feedback) = 0;
    /// Time passed, perhaps without any feedback.
    virtual void expire(base::LocalTime now) = 0;
    /// The peer is in another network: nothing that was learnt holds.
    virtual void handle_path_changed(base::LocalTime now) = 0;
    /// Bytes a second of sealed datagrams; never zero.
    [[nodiscard]] virtual base::ByteRate rate() const = 0;
    /// No queue stands on the path, as far as is known, and no one else fills it: what leaves at once waits for nobody.
    [[nodiscard]] virtual bool clear() const = 0;
    [[nodiscard]] virtual RateStats stats() const = 0;
};

struct RateOptions;
using RateControllerFactory = std::unique_ptr<RateController> (*)(const RateOptions& options, base::LocalTime now);
/// The default.
[[nodiscard]] std::unique_ptr<RateController> make_delay_rate(const RateOptions& options, base::LocalTime now);

struct RateOptions {
    /// Of registry.h, or one's own.
    RateControllerFactory make{make_delay_rate};
    /// Before anything is known. Default: a voice and a camera at once, 4 Mbit/s. Higher fills the queue of a slow path
    /// before its first answer is back; lower makes the first picture wait for some round trips.
    base::ByteRate initial{500'000};
    /// However bad the path: a voice with what is sent again of it, and acknowledgements. Higher crowds out others on a
    /// path that is all but gone; lower breaks speech up.
    base::ByteRate least{16'000};
    /// However good the path: 10 Gbit/s, which no loop of ours reaches.
    base::ByteRate most{1'250'000'000};
    /// Of one datagram of the TCP flow that TFRC stands for, in bytes (RFC 5348 §3.1, s), whatever is sent. Default:
    /// our own longest datagrams. TCP's have 1460 bytes of data: a share counted against TCP's is a fifth lower by
    /// default.
    std::uint16_t segment{1200};
};

} // namespace plenum::link
