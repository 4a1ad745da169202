// SPDX-License-Identifier: Apache-2.0
#include "core/link/load_gauge.h"

#include <algorithm>

namespace plenum::link {

void LoadGauge::advance(base::LocalTime now) {
    const auto number = now.time_since_epoch() / piece;
    const auto passed = std::min<std::int64_t>(number - current_, pieces);
    for (std::int64_t i = 1; i <= passed; ++i) {
        auto& oldest = counts_[static_cast<std::size_t>(number - passed + i) % pieces];
        total_ -= oldest;
        oldest = 0;
    }
    current_ = number;
}

bool LoadGauge::handle_request(std::size_t half_open, base::LocalTime now) {
    advance(now);
    ++counts_[static_cast<std::size_t>(current_) % pieces];
    ++total_;
    if (under_load_)
        under_load_ = total_ > options_.rate_leave || half_open > options_.half_open_leave;
    else
        under_load_ = total_ >= options_.rate_enter || half_open >= options_.half_open_enter;
    return under_load_;
}

} // namespace plenum::link
