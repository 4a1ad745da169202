// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace plenum::link {

/// Bytes a second that arrived at the peer, by the peer's own clock: acknowledgements that come in heaps do not change
/// it. The greatest of the last windows counts, since an application seldom fills each.
class DeliveryMeter {
  public:
    void handle_acknowledged(std::size_t bytes) { bytes_ += bytes; }
    /// When, by the peer's clock, the last of what was acknowledged arrived.
    void handle_arrival(std::uint32_t arrived_us) { arrived_us_ = arrived_us; }
    void close_window() {
        if (!arrived_us_) return;
        if (window_began_us_) {
            const auto span = static_cast<std::int32_t>(*arrived_us_ - *window_began_us_);
            if (span < span_min_us) return;
            std::ranges::rotate(rates_, rates_.end() - 1);
            rates_.front() = static_cast<double>(bytes_) * 1e6 / span;
        }
        window_began_us_ = arrived_us_;
        bytes_ = 0;
    }
    [[nodiscard]] double latest() const { return rates_.front(); }
    [[nodiscard]] double greatest() const { return std::ranges::max(rates_); }

  private:
    /// A shorter window is joined to the next.
    static constexpr std::int32_t span_min_us = 5'000;

    std::size_t bytes_{0};
    std::optional<std::uint32_t> arrived_us_;
    std::optional<std::uint32_t> window_began_us_;
    std::array<double, 3> rates_{};
};

} // namespace plenum::link
