// SPDX-License-Identifier: Apache-2.0
#include "core/link/rate_buckets.h"

#include "core/base/check.h"

#include <algorithm>
#include <array>

namespace plenum::link {

std::uint64_t prefix_of(const base::Address& address) {
    constexpr std::array<std::uint8_t, 12> v4_mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    const bool v4 = std::ranges::equal(v4_mapped, base::ByteView{address.ip}.first(v4_mapped.size()));
    const auto bytes = v4 ? base::ByteView{address.ip}.subspan(12, 3) : base::ByteView{address.ip}.first(6);
    std::uint64_t prefix = v4 ? 4 : 6;
    for (const auto byte : bytes)
        prefix = prefix << 8 | byte;
    return prefix;
}

RateBuckets::RateBuckets(BucketOptions options, crypto::SipKey key)
    : options_{options},
      key_{std::move(key)},
      buckets_(options.prefixes_max),
      index_{options.prefixes_max} {
    CHECK(options_.per_second > 0 && options_.burst > 0);
}

bool RateBuckets::take(const base::Address& from, base::LocalTime now) {
    const auto prefix = prefix_of(from);
    std::array<std::uint8_t, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::uint8_t>(prefix >> (8 * i));
    auto& bucket = bucket_of(crypto::sip_hash(key_, bytes), now);
    return take(bucket, &bucket == &shared_ ? shared_share : 1, now);
}

bool RateBuckets::take(Bucket& bucket, std::uint32_t share, base::LocalTime now) const {
    const base::Duration interval = base::Duration{std::chrono::seconds{1}} / (options_.per_second * share);
    const auto full_at = std::max(bucket.full_at, now);
    if (full_at + interval - now > interval * options_.burst * share) return false;
    bucket.full_at = full_at + interval;
    return true;
}

RateBuckets::Bucket& RateBuckets::bucket_of(std::uint64_t place, base::LocalTime now) {
    if (const auto slot = index_.find(place); slot != SlotIndex::none) return buckets_[slot];
    for (std::size_t looks = 0; looks < std::min(looks_max, buckets_.size()); ++looks) {
        const auto slot = hand_;
        hand_ = (hand_ + 1) % buckets_.size();
        if (buckets_[slot].full_at > now) continue;
        index_.erase(buckets_[slot].place, slot);
        buckets_[slot] = {place, base::LocalTime::min()};
        index_.insert(place, slot);
        return buckets_[slot];
    }
    return shared_;
}

} // namespace plenum::link
