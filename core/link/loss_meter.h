// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace plenum::link {

/// Share of packets lost over the last seconds, for people and rate controllers; one bucket a second.
class LossMeter {
  public:
    /// Fewer tell nothing: one of ten would be a bad network, and is a chance.
    static constexpr std::uint64_t packets_min = 40;

    void handle_acknowledged(base::LocalTime now) { ++bucket(now).acknowledged; }
    void handle_lost(base::LocalTime now) { ++bucket(now).lost; }
    [[nodiscard]] std::uint32_t permille() const { return lost_of(1000); }
    [[nodiscard]] std::uint32_t per_million() const { return lost_of(1'000'000); }

  private:
    static constexpr std::size_t seconds = 5;
    struct Bucket {
        std::int64_t second{0};
        std::uint64_t acknowledged{0};
        std::uint64_t lost{0};
    };
    [[nodiscard]] std::uint32_t lost_of(std::uint64_t whole) const {
        std::uint64_t lost = 0;
        std::uint64_t all = 0;
        for (const auto& one : buckets_) {
            lost += one.lost;
            all += one.lost + one.acknowledged;
        }
        return all < packets_min ? 0 : static_cast<std::uint32_t>(lost * whole / all);
    }
    [[nodiscard]] Bucket& bucket(base::LocalTime now) {
        const auto second = now.time_since_epoch() / std::chrono::seconds{1};
        auto& one = buckets_[static_cast<std::size_t>(second) % seconds];
        if (one.second != second) one = {second, 0, 0};
        return one;
    }

    std::array<Bucket, seconds> buckets_{};
};

} // namespace plenum::link
