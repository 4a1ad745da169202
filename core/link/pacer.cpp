// SPDX-License-Identifier: Apache-2.0
#include "core/link/pacer.h"

#include <algorithm>

namespace plenum::link {

base::Duration Pacer::time_for(std::size_t bytes, base::ByteRate rate) {
    const auto per_second = std::max<std::uint64_t>(rate.value(), 1);
    return base::Duration{static_cast<std::int64_t>(bytes * 1'000'000'000U / per_second)};
}

base::Duration Pacer::allowance(base::ByteRate rate) { return std::max(burst, time_for(burst_bytes_min, rate)); }

base::LocalTime Pacer::ready_at(base::ByteRate rate, bool urgent) const {
    return drained_at_ - allowance(rate) - (urgent ? urgent_advance : base::Duration::zero());
}

void Pacer::handle_sent(std::size_t bytes, base::ByteRate rate, base::LocalTime now) {
    drained_at_ = std::max(drained_at_, now) + time_for(bytes, rate);
}

} // namespace plenum::link
