// SPDX-License-Identifier: Apache-2.0
#include "core/link/pacer.h"

#include <algorithm>

namespace plenum::link {

base::Duration Pacer::time_for(std::size_t bytes, base::ByteRate rate) {
    const auto per_second = std::max<std::uint64_t>(rate.value(), 1);
    return base::Duration{static_cast<std::int64_t>(bytes * 1'000'000'000U / per_second)};
}

base::Duration Pacer::allowance(base::ByteRate rate) { return std::max(burst, time_for(burst_bytes_min, rate)); }

base::Duration Pacer::advance(base::PriorityClass priority, bool clear) {
    if (priority <= base::PriorityClass::live) return urgent_advance;
    return priority == base::PriorityClass::video && clear ? picture_advance : base::Duration::zero();
}

base::LocalTime Pacer::ready_at(base::ByteRate rate, base::PriorityClass priority, bool clear) const {
    return drained_at_ - allowance(rate) - advance(priority, clear);
}

void Pacer::handle_sent(std::size_t bytes, base::ByteRate rate, base::LocalTime now) {
    drained_at_ = std::max(drained_at_, now) + time_for(bytes, rate);
}

} // namespace plenum::link
