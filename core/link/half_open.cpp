// SPDX-License-Identifier: Apache-2.0
#include "core/link/half_open.h"

#include "core/base/check.h"

namespace plenum::link {

HalfOpen& HalfOpenRing::add(std::uint64_t request, HalfOpen item) {
    CHECK(!full());
    const auto slot = (oldest_ + count_++) % ring_.size();
    by_request_.insert(request, slot);
    by_index_.insert(item.local.value(), slot);
    return ring_[slot] = std::move(item);
}

void HalfOpenRing::forget_oldest() {
    CHECK(count_ > 0);
    auto& slot = ring_[oldest_];
    by_request_.erase(oldest_);
    by_index_.erase(oldest_);
    slot = HalfOpen{};
    oldest_ = (oldest_ + 1) % ring_.size();
    --count_;
}

} // namespace plenum::link
