// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/units.h"
#include "core/cluster/ensemble_id.h"
#include "core/cluster/frame_messages.h"
#include "core/cluster/loss_detection.h"
#include "core/cluster/send_buffer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace plenum::cluster {

/// Sends frames in order and reliably, at exactly the rate that it is told (CP-RUDP; CP §3.0.2).
///
/// The problem: flows that control congestion each for itself end the frames of one ensemble at different times, and
/// the slowest holds all up. The intuition: congestion is measured once, at the aggregation point, and reliability
/// needs no window. So all flows with equal shares send equal bytes in equal times, whatever each of them loses. The
/// send buffer is 1.5 times the product of bandwidth and delay: enough to send without a pause, and no more delay than
/// that.
class FrameSender {
  public:
    /// Reported figures of the path.
    struct Path {
        base::ByteRate rate; ///< our share of the bandwidth; zero counts as one byte a second
        base::Duration rtt;  ///< between the clusters
    };
    struct Stats {
        std::uint64_t datagrams{0};
        std::uint64_t sent_again{0};
        std::uint64_t spurious{0}; ///< sent again although they arrived
    };

    explicit FrameSender(const Path& path) { set_path(path); }

    void set_path(const Path& path);
    /// The buffered bytes fit the send buffer: a blocking write would return, and the camera may capture.
    [[nodiscard]] bool is_ready() const { return buffer_.bytes() <= buffer_size(); }
    /// Takes a frame. False, with nothing taken, if not ready, or if the frame is empty or too long.
    [[nodiscard]] bool push(EnsembleId ensemble, base::Bytes frame);
    /// Drops frames of which nothing was sent and for which `is_dropped(ensemble)`. Returns how many.
    template <class Predicate>
    std::size_t drop_waiting(const Predicate& is_dropped) {
        return buffer_.drop_waiting(is_dropped);
    }

    /// The next datagram, once its time has come.
    [[nodiscard]] std::optional<base::Bytes> poll_datagram(base::LocalTime now);
    /// False, with nothing changed, if it acknowledges a datagram or piece that was never sent.
    bool handle_ack(const FrameAck& ack, base::LocalTime now);
    /// When `poll_datagram` may have something; `local_time_max` if all is acknowledged.
    [[nodiscard]] base::LocalTime next_wakeup() const;

    /// 1.5 × rate × rtt (CP §3.0.2).
    [[nodiscard]] std::size_t buffer_size() const;
    [[nodiscard]] std::size_t buffered() const { return buffer_.bytes(); }
    /// For drop orders: frames of which nothing was sent, and the ensemble of the newest that was begun.
    [[nodiscard]] std::size_t frames_waiting() const { return buffer_.frames_waiting(); }
    [[nodiscard]] EnsembleId newest_begun() const { return buffer_.newest_begun(); }
    [[nodiscard]] Stats stats() const;

  private:
    [[nodiscard]] bool has_something() const { return !lost_.empty() || buffer_.has_new(); }
    [[nodiscard]] std::uint64_t take_next();
    [[nodiscard]] base::LocalTime due_at() const;
    void settle();

    Path path_;
    SendBuffer buffer_;
    LossDetection losses_;
    LossDetection::Outcome outcome_;
    /// Pieces to be sent again.
    std::set<std::uint64_t> lost_;
    /// When the last datagram was due, and its bytes, which delay the next one at the rate of then.
    base::LocalTime last_due_at_{};
    std::size_t last_bytes_{0};
    Stats stats_;
};

} // namespace plenum::cluster
