// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate_buckets.h"

#include "core/base/check.h"

#include <algorithm>
#include <array>

namespace plenum::link {

RateBuckets::RateBuckets(BucketOptions options, crypto::SipKey key)
    : options_{options},
      key_{std::move(key)},
      buckets_(options.networks_max),
      index_{options.networks_max} {
    CHECK(options_.per_second > 0 && options_.burst > 0);
}

std::uint64_t RateBuckets::place_of(const base::Network& network) const {
    std::array<std::uint8_t, 10> bytes{network.length, static_cast<std::uint8_t>(network.v6 ? 6 : 4)};
    for (std::size_t i = 0; i < 8; ++i)
        bytes[2 + i] = static_cast<std::uint8_t>(network.bits >> (8 * i));
    return crypto::sip_hash(key_, bytes);
}

bool RateBuckets::take(const base::Address& from, base::LocalTime now) {
    const auto site = place_of(base::site_of(from));
    if (base::is_v4(from)) return take(site, 1, now);
    // A subnet that has none left takes none from its site.
    const auto subnet = place_of(base::subnet_of(from));
    return !is_empty(subnet, now) && take(site, base::subnets_share, now) && take(subnet, 1, now);
}

bool RateBuckets::take(std::uint64_t place, std::uint32_t share, base::LocalTime now) {
    auto& bucket = bucket_of(place, now);
    const auto after = without_one(bucket, &bucket == &shared_ ? shared_share : share, now);
    if (after) bucket.full_at = *after;
    return after.has_value();
}

std::optional<base::LocalTime> RateBuckets::without_one(const Bucket& bucket, std::uint32_t share,
                                                        base::LocalTime now) const {
    const base::Duration interval = base::Duration{std::chrono::seconds{1}} / (options_.per_second * share);
    const auto after = std::max(bucket.full_at, now) + interval;
    if (after - now > interval * options_.burst * share) return std::nullopt;
    return after;
}

bool RateBuckets::is_empty(std::uint64_t place, base::LocalTime now) const {
    const auto slot = index_.find(place);
    return slot != SlotIndex::none && !without_one(buckets_[slot], 1, now);
}

RateBuckets::Bucket& RateBuckets::bucket_of(std::uint64_t place, base::LocalTime now) {
    if (const auto slot = index_.find(place); slot != SlotIndex::none) return buckets_[slot];
    for (std::size_t looks = 0; looks < std::min(looks_max, buckets_.size()); ++looks) {
        const auto slot = hand_;
        hand_ = (hand_ + 1) % buckets_.size();
        if (buckets_[slot].full_at > now) continue;
        index_.erase(slot);
        buckets_[slot] = {place, base::LocalTime::min()};
        index_.insert(place, slot);
        return buckets_[slot];
    }
    return shared_;
}

} // namespace plenum::link
