// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstdint>
#include <optional>

namespace plenum::link {

/// The queue on the way to the peer, as time, out of arrival stamps of the peer's clock.
///
/// Arrival minus sending is the way's delay plus an offset of two clocks, of which nothing need be known: the least of
/// the last ten seconds is taken for a path without a queue, and the queue is what is above it. Clocks that drift apart
/// by 400 ppm move that by 4 ms in ten seconds. Within a window the least counts (the *standing* queue, Copa §2.2):
/// jitter adds to single packets, a queue to all. Where even the leasts of windows leap about, since few packets share
/// much jitter, that of several windows counts. Round trips were the alternative, and need no stamps; but then a queue
/// on the way back slows the way there.
class QueueingDelay {
  public:
    /// `arrived_us` modulo 2^32.
    void handle_arrival(std::uint32_t arrived_us, base::LocalTime sent_at, base::LocalTime now);
    /// Ends the window. Nullopt if nothing arrived in it. `grain`: by what windows differ without any jitter, since
    /// each packet takes its time.
    [[nodiscard]] std::optional<base::Duration> close_window(base::LocalTime now, base::Duration grain);
    /// About how much the least of a window is above the path's least by jitter alone.
    [[nodiscard]] base::Duration noise() const { return noise_; }
    [[nodiscard]] base::Duration latest() const { return latest_; }
    [[nodiscard]] std::uint32_t samples() const { return samples_; }

  private:
    static constexpr std::size_t buckets = 10;
    static constexpr base::Duration bucket_length = std::chrono::seconds{1};
    /// Most that are looked at together: a queue is seen so many windows later.
    static constexpr std::size_t windows_max = 10;
    struct Bucket {
        std::int64_t number{-1};
        base::Duration least{};
    };

    [[nodiscard]] static std::int64_t bucket_number(base::LocalTime now);
    [[nodiscard]] base::Duration least(base::LocalTime now) const;
    void note_window();
    [[nodiscard]] std::size_t windows_together(base::Duration grain) const;

    std::optional<std::uint32_t> arrived_us_;
    /// The peer's clock since the first arrival.
    std::uint64_t arrived_{0};
    base::LocalTime first_sent_at_{};
    base::Duration window_least_{};
    base::Duration window_first_{};
    base::Duration window_sum_{}; ///< of differences from the first
    std::uint32_t samples_{0};
    std::array<Bucket, buckets> buckets_{};
    base::Duration latest_{};
    base::Duration noise_{};
    /// The least of each window, the newest first.
    std::array<base::Duration, windows_max> windows_{};
    std::size_t windows_known_{0};
    /// How far such a least lies from its neighbours. A queue that grows or goes is on a line with them.
    base::Duration unrest_{};
};

} // namespace plenum::link
