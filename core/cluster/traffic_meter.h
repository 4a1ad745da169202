// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace plenum::cluster {

/// Datagrams and bytes of the last `window`, in twenty buckets.
class TrafficMeter {
  public:
    explicit TrafficMeter(base::Duration window) : bucket_length_{window / buckets} {}

    void add(std::size_t bytes, base::LocalTime now) {
        if (!first_at_) first_at_ = now;
        auto& bucket = buckets_[place(number(now))];
        if (bucket.number != number(now)) bucket = {number(now), 0, 0};
        bucket.bytes += bytes;
        ++bucket.datagrams;
    }
    /// Of the time since the first datagram, while that is less than the window.
    [[nodiscard]] base::ByteRate rate(base::LocalTime now) const {
        if (!first_at_) return {};
        const auto begin = std::max(base::LocalTime{(number(now) - last_bucket) * bucket_length_}, *first_at_);
        const auto span = std::max(now - begin, bucket_length_);
        const auto per_second = sum(now, &Bucket::bytes) * 1'000'000 / static_cast<std::uint64_t>(base::to_us(span));
        return base::ByteRate{per_second};
    }
    /// Mean bytes of a datagram; 0 without any.
    [[nodiscard]] std::uint64_t packet_size(base::LocalTime now) const {
        return sum(now, &Bucket::bytes) / std::max<std::uint64_t>(sum(now, &Bucket::datagrams), 1);
    }

  private:
    static constexpr std::size_t buckets = 20;
    static constexpr std::int64_t last_bucket = buckets - 1;
    struct Bucket {
        std::int64_t number{-1};
        std::uint64_t bytes{0};
        std::uint64_t datagrams{0};
    };
    [[nodiscard]] std::int64_t number(base::LocalTime now) const { return now.time_since_epoch() / bucket_length_; }
    [[nodiscard]] static std::size_t place(std::int64_t number) { return static_cast<std::size_t>(number) % buckets; }
    [[nodiscard]] std::uint64_t sum(base::LocalTime now, std::uint64_t Bucket::* what) const {
        const auto oldest = number(now) - last_bucket;
        std::uint64_t total = 0;
        for (const auto& bucket : buckets_)
            if (bucket.number >= oldest) total += bucket.*what;
        return total;
    }

    base::Duration bucket_length_;
    std::array<Bucket, buckets> buckets_{};
    std::optional<base::LocalTime> first_at_;
};

} // namespace plenum::cluster
