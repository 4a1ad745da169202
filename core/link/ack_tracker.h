// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/intervals.h"
#include "core/base/limits.h"
#include "core/base/time.h"
#include "core/wire/frames.h"

#include <cstdint>
#include <optional>

namespace plenum::link {

/// What was received, and when the peer shall be told (RFC 9000 §13.2).
///
/// An acknowledgement waits for a datagram of our own to ride on, so that two people talking send hardly a packet more
/// than their audio. It goes alone when ten packets wait for it (four where packets are missing now and then), soon
/// when one is missing, or after `delay_max`.
class AckTracker {
  public:
    /// Longest wait. Audio goes every 10 or 20 ms, so most acknowledgements find their ride within it; the peer adds it
    /// to its probe timeout.
    static constexpr base::Duration delay_max = std::chrono::milliseconds{20};
    /// Wait after a gap: a packet that was only overtaken often follows within it.
    static constexpr base::Duration gap_delay = std::chrono::milliseconds{5};
    /// So many packets do not wait. RFC 9000 §13.2.2 says two; loss is a matter of time here, so more is only cheaper:
    /// of what a relay spends on a picture that it passes to many, acknowledgements are the larger part of what comes
    /// in.
    static constexpr std::uint32_t unanswered_max = 10;
    /// The same for `careful_time` after a gap, where acknowledgements get lost too, and at the beginning, when a rate
    /// is looked for.
    static constexpr std::uint32_t unanswered_max_careful = 4;
    static constexpr base::Duration careful_time = std::chrono::seconds{1};
    /// Least distance of two acknowledgements; more of them tell no more.
    static constexpr base::Duration distance_min = std::chrono::milliseconds{1};

    void handle_received(std::uint64_t number, bool eliciting, base::LocalTime now);
    /// The peer knows that we have everything up to `largest`: no need to say it again.
    void handle_acknowledged(std::uint64_t largest);

    /// Packets that want an answer wait for one.
    [[nodiscard]] bool pending() const { return unanswered_ > 0; }
    /// When an acknowledgement is due even alone; `local_time_max` if none is.
    [[nodiscard]] base::LocalTime due_at() const { return due_at_; }
    /// Nothing received yet: nullopt. Otherwise the frame, and nothing is pending any more.
    [[nodiscard]] std::optional<wire::AckFrame> take(base::LocalTime now);

  private:
    /// As many as one frame can say.
    static constexpr std::size_t frame_ranges_max = 33;

    base::IntervalSet received_{base::limits::ranges_max};
    std::uint64_t largest_{0};
    base::LocalTime largest_at_{};
    std::uint32_t unanswered_{0};
    base::LocalTime due_at_{base::local_time_max};
    base::LocalTime last_taken_{base::LocalTime::min()};
    base::LocalTime careful_until_{base::LocalTime::min()};
};

} // namespace plenum::link
