// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/time.h"
#include "core/base/units.h"

#include <cstddef>

namespace plenum::link {

/// Spreads datagrams in time. A leaky bucket kept as one time: when the path will have drained what was sent
/// (GCRA, ITU-T I.371). A counter of tokens needs refilling and rounds at each step; this needs neither.
class Pacer {
  public:
    /// What may leave back to back after a pause. Lower wakes for each packet, higher fills queues on the path.
    static constexpr base::Duration burst = std::chrono::milliseconds{5};
    static constexpr std::size_t burst_bytes_min = std::size_t{2} * 1200;
    /// How far ahead of its turn a picture may go where the path is clear, so that a usual one leaves at once: in one
    /// system call at its sender and for each of its receivers, and is shown the sooner. In a queue that is nearly full
    /// much of it would be lost at once. What went ahead is taken off afterwards.
    static constexpr base::Duration picture_advance = std::chrono::milliseconds{20};
    /// Of urgent traffic (control, audio, live data): it never waits behind a burst of video.
    static constexpr base::Duration urgent_advance = 2 * picture_advance;

    explicit Pacer(base::LocalTime now) : drained_at_{now} {}

    /// From when on a datagram may go, at the rate given. `clear`: as a rate controller says.
    [[nodiscard]] base::LocalTime ready_at(base::ByteRate rate, base::PriorityClass priority, bool clear) const;
    /// Everything that goes counts, what did not ask included.
    void handle_sent(std::size_t bytes, base::ByteRate rate, base::LocalTime now);

  private:
    [[nodiscard]] static base::Duration time_for(std::size_t bytes, base::ByteRate rate);
    [[nodiscard]] static base::Duration allowance(base::ByteRate rate);
    [[nodiscard]] static base::Duration advance(base::PriorityClass priority, bool clear);

    base::LocalTime drained_at_;
};

} // namespace plenum::link
