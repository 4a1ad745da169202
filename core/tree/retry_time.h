// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace plenum::tree {

/// How long to wait for the neighbour's answer before the same is sent again (RFC 6298 §2), with a first deviation of
/// an eighth of the sample, not of a half: what is repeated here is one small packet that does no harm.
class RetryTime {
  public:
    /// `initial`: before anything is measured.
    explicit RetryTime(base::Duration initial) : initial_{initial} {}

    /// One answer took so long, to what was sent once.
    void add(base::Duration sample) {
        repeated_ = 0;
        if (smoothed_ == base::Duration::zero()) {
            smoothed_ = sample;
            deviation_ = sample / 8;
            return;
        }
        deviation_ = (3 * deviation_ + std::chrono::abs(smoothed_ - sample)) / 4;
        smoothed_ = (7 * smoothed_ + sample) / 8;
    }
    /// An answer came so long after the first of several sendings. Which one it answers is unknown (RFC 6298 §3), so
    /// this counts only while nothing better is known, or when no answer comes in time any more.
    void add_repeated(base::Duration since_first) {
        if (smoothed_ == base::Duration::zero())
            initial_ = std::clamp(since_first + margin_min, initial_, std::max(initial_, wait_max));
        else if (++repeated_ == repeated_max)
            add(since_first);
    }
    /// Before the repetition `number`, from 1: the first three come soon, since most losses are single ones.
    [[nodiscard]] base::Duration wait(std::uint32_t number) const {
        const auto doublings = std::min(number > 3 ? number - 3 : 0U, doublings_max);
        return std::min(first_wait() * (1U << doublings), wait_max);
    }

  private:
    /// For what the neighbour's own work and the two clocks add.
    static constexpr base::Duration margin_min = std::chrono::milliseconds{5};
    static constexpr base::Duration wait_max = std::chrono::seconds{2};
    static constexpr std::uint32_t doublings_max = 16;
    /// Losses alone rarely make so many in a row.
    static constexpr std::uint32_t repeated_max = 4;

    [[nodiscard]] base::Duration first_wait() const {
        if (smoothed_ == base::Duration::zero()) return initial_;
        return smoothed_ + std::max(4 * deviation_, margin_min);
    }

    base::Duration initial_;
    base::Duration smoothed_{};
    base::Duration deviation_{};
    std::uint32_t repeated_{0};
};

} // namespace plenum::tree
