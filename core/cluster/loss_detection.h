// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/frame_messages.h"
#include "core/link/rtt.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace plenum::cluster {

/// The datagrams of a sender: the piece that each carried, and whether it arrived.
///
/// Loss is a matter of time: a datagram is lost when one sent after it has arrived and it is itself late by the reorder
/// window (RACK, RFC 8985). The window widens when a datagram that counted as lost arrives. When nothing arrives, the
/// oldest datagram counts as lost after a probe timeout that doubles (RFC 9002 §6.2). The rate does not depend on any
/// of it: the aggregation point decides the rate.
class LossDetection {
  public:
    struct Outcome {
        std::vector<std::uint64_t> acknowledged; ///< pieces
        std::vector<std::uint64_t> lost;         ///< pieces
    };

    [[nodiscard]] bool is_full() const { return sent_.size() >= limits::transmissions_max; }
    /// The number of the next datagram.
    [[nodiscard]] std::uint64_t next() const { return first_ + sent_.size(); }
    /// Precondition: not full.
    void add(std::uint64_t piece, base::LocalTime now);
    /// False, with nothing changed, if it acknowledges a datagram that was never sent. Precondition: it was decoded.
    [[nodiscard]] bool handle_ack(const FrameAck& ack, base::LocalTime now, Outcome& outcome);
    void detect_losses(base::LocalTime now, Outcome& outcome);
    /// When `detect_losses` may find something; `local_time_max` if nothing is under way.
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] const link::RttEstimator& rtt() const { return rtt_; }
    /// Datagrams that counted as lost and arrived.
    [[nodiscard]] std::uint64_t spurious() const { return spurious_; }

  private:
    enum class State : std::uint8_t { under_way = 1, arrived = 2, lost = 3 };
    struct Sent {
        std::uint64_t piece;
        base::LocalTime at;
        State state;
    };
    void handle_range(const TransmissionRange& range, base::LocalTime now, Outcome& outcome);
    void find_late(const FrameAck& ack, base::LocalTime now, Outcome& outcome);
    void handle_arrived(Sent& sent, base::LocalTime now, Outcome& outcome);
    void declare_lost(std::size_t index, Outcome& outcome);
    [[nodiscard]] const Sent* oldest_under_way() const;
    void skip_settled();
    void forget_settled(base::LocalTime now);
    [[nodiscard]] base::Duration overdue_after() const;
    [[nodiscard]] base::Duration probe_timeout() const;

    std::deque<Sent> sent_;
    std::uint64_t first_{0};
    /// Index below which nothing is under way.
    std::size_t settled_{0};
    /// Datagrams that count as lost and may still arrive.
    std::vector<std::uint64_t> lost_;
    link::RttEstimator rtt_;
    /// When the newest datagram that arrived was sent.
    base::LocalTime newest_arrived_at_{base::LocalTime::min()};
    base::Duration reorder_window_{};
    /// When anything arrived, or the oldest datagram under way was sent.
    base::LocalTime progress_at_{};
    int probes_{0};
    std::uint64_t spurious_{0};
};

} // namespace plenum::cluster
