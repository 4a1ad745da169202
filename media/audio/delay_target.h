// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace plenum::media {

/// How long packets of one sender should wait before they are played, by how they arrive and how evenly the
/// loudspeaker asks for them (see `Playout`).
class DelayTarget {
  public:
    struct Options {
        /// Added to what is measured.
        base::Duration margin;
        base::Duration delay_min;
        base::Duration delay_max;
    };
    explicit DelayTarget(const Options& options) : options_{options} {}

    /// Whether such a sequence number may come next: a jump over a million is absurd.
    [[nodiscard]] bool plausible(std::uint64_t sequence) const;
    /// A packet that holds `duration` took `transit` (arrival minus the time of its first sample). By how much the
    /// measure moved: a packet played at the same time as before is later than the target by so much more.
    base::Duration handle_packet(std::uint64_t sequence, base::Duration duration, base::Duration transit);
    /// A packet was asked for so much before its usual time; negative: after it. By how much the target sank.
    base::Duration handle_request(base::Duration early);

    [[nodiscard]] bool any() const { return transits_.count > 0; }
    [[nodiscard]] base::Duration target() const { return target_; }
    [[nodiscard]] base::Duration transit_min() const { return transit_min_; }

  private:
    /// The last so many values.
    template <std::size_t size>
    struct Window {
        std::array<base::Duration, size> values{};
        std::size_t count{0};
        void push(base::Duration value) { values[count++ % size] = value; }
    };
    /// Ten seconds of packets of 5 ms.
    static constexpr std::size_t packets_max = 2048;
    static constexpr std::size_t requests_max = 256;

    void note_sequence(std::uint64_t sequence);
    void measure_transits();
    base::Duration set_target();

    Options options_;
    Window<packets_max> transits_;
    Window<requests_max> requests_;
    base::Duration transit_min_{};
    base::Duration transit_long_{};
    base::Duration jitter_{};
    base::Duration request_jitter_{};
    std::uint64_t highest_seen_{0};
    double loss_ratio_{0};
    base::Duration packet_duration_{};
    base::Duration target_{base::from_us(25'000)};
};

} // namespace plenum::media
