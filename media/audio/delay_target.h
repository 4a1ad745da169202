// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace plenum::media {

/// How long packets of one sender should wait before they are played, by how they arrive (see `Playout`).
class DelayTarget {
  public:
    struct Options {
        base::Duration packet_duration;
        /// Added to the measured jitter.
        base::Duration margin;
        base::Duration delay_min;
        base::Duration delay_max;
    };
    explicit DelayTarget(const Options& options) : options_{options} {}

    /// Whether such a sequence number may come next: a jump over a million is absurd.
    [[nodiscard]] bool plausible(std::uint64_t sequence) const;
    /// A packet took `transit` (arrival minus send time). By how much the measure moved: a packet played at the same
    /// time as before is later than the target by so much more.
    base::Duration handle_packet(std::uint64_t sequence, base::Duration transit);

    [[nodiscard]] bool any() const { return transit_count_ > 0; }
    [[nodiscard]] base::Duration target() const { return target_; }
    [[nodiscard]] base::Duration transit_min() const { return transit_min_; }

  private:
    static constexpr std::size_t window_long = 512;
    static constexpr std::size_t window_short = 50;

    void note_sequence(std::uint64_t sequence);
    base::Duration update();

    Options options_;
    std::array<base::Duration, window_long> transits_{};
    std::size_t transit_count_{0};
    base::Duration transit_min_{};
    std::uint64_t highest_seen_{0};
    double loss_ratio_{0};
    base::Duration target_{base::from_us(25'000)};
};

} // namespace plenum::media
