// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/store/stall_watch.h"

#include <algorithm>
#include <utility>

namespace plenum::runtime {

void StallWatch::handle_put(base::ConferenceHandle conference, std::uint64_t number, base::LocalTime at) {
    auto& waits = waiting_[conference];
    if (waits.number == 0) waits.since = at;
    waits.number = number;
}

bool StallWatch::handle_kept(const std::vector<node::ConferenceKept>& kept, base::LocalTime at) {
    for (const auto& one : kept) {
        const auto waits = waiting_.find(one.conference);
        if (waits == waiting_.end()) continue;
        if (one.number >= waits->second.number)
            waiting_.erase(waits);
        else
            waits->second.since = at;
    }
    return !kept.empty() && std::exchange(stalled_, false);
}

StallWatch::Stall StallWatch::check(base::LocalTime at) {
    Stall result;
    for (auto& [conference, waits] : waiting_) {
        const bool due = stalled_ || at - waits.since >= stall_max;
        if (!due || std::exchange(waits.told, waits.number) == waits.number) continue;
        if (!std::exchange(stalled_, true)) result.begins = true;
        result.not_durable.push_back({conference, waits.number, false});
    }
    return result;
}

base::LocalTime StallWatch::next_at() const {
    auto result = base::local_time_max;
    for (const auto& [conference, waits] : waiting_) {
        if (waits.told == waits.number) continue;
        result = std::min(result, stalled_ ? base::LocalTime::min() : waits.since + stall_max);
    }
    return result;
}

} // namespace plenum::runtime
