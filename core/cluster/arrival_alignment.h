// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace plenum::cluster {

/// Arrival stamps of one peer's clock as if its clock were ours and its way took no time without a queue. So a
/// controller can compare stamps of several peers. The least delay of the last five to ten seconds counts as zero,
/// since clocks drift.
class ArrivalAlignment {
  public:
    /// Stamps are in µs, modulo 2^32.
    [[nodiscard]] std::uint32_t align(std::uint32_t arrived_us, base::LocalTime sent_at, base::LocalTime now) {
        const auto sent_us = static_cast<std::uint32_t>(base::to_us(sent_at.time_since_epoch()));
        const auto difference = arrived_us - sent_us;
        if (!first_) first_ = difference;
        const auto delay = std::int64_t{static_cast<std::int32_t>(difference - *first_)};
        if (!least_ || now - began_ >= half_window) {
            before_ = least_;
            least_ = delay;
            began_ = now;
        }
        least_ = std::min(*least_, delay);
        const auto without_queue = std::min(*least_, before_.value_or(*least_));
        return sent_us + static_cast<std::uint32_t>(delay - without_queue);
    }

  private:
    static constexpr base::Duration half_window = std::chrono::seconds{5};

    std::optional<std::uint32_t> first_;
    /// Least delays since `began_`, and in the half window before, in µs from the first.
    std::optional<std::int64_t> least_;
    std::optional<std::int64_t> before_;
    base::LocalTime began_{};
};

} // namespace plenum::cluster
