// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/intervals.h"
#include "core/base/time.h"
#include "core/cluster/frame_messages.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>

namespace plenum::cluster {

/// Puts frames together again, in order and each once.
class FrameReceiver {
  public:
    /// False if the sender contradicts itself: then nothing more is taken.
    bool handle_piece(FramePiece piece, base::LocalTime now);
    /// The next complete frame. While `limits::frames_ready_max` wait, pieces are held and at last refused, so a slow
    /// application slows its sender.
    [[nodiscard]] std::optional<base::Bytes> poll_frame();
    /// An acknowledgement, once it is due.
    [[nodiscard]] std::optional<FrameAck> poll_ack(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return ack_due_at_; }
    /// Pieces that arrived more than once.
    [[nodiscard]] std::uint64_t duplicates() const { return duplicates_; }

  private:
    void note_transmission(std::uint64_t transmission, bool in_order, base::LocalTime now);
    void assemble();
    [[nodiscard]] bool append(const FramePiece& piece);

    /// Pieces below it are in frames.
    std::uint64_t next_{0};
    std::map<std::uint64_t, FramePiece> ahead_;
    base::Bytes frame_;
    /// The value of `left` in the next piece, while a frame is under assembly.
    std::optional<std::uint64_t> left_;
    std::deque<base::Bytes> ready_;
    bool contradicted_{false};
    base::IntervalSet received_{base::limits::ranges_max};
    std::uint64_t highest_{0};
    base::LocalTime highest_at_{};
    int unacknowledged_{0};
    base::LocalTime ack_due_at_{base::local_time_max};
    std::uint64_t duplicates_{0};
};

} // namespace plenum::cluster
