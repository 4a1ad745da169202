// SPDX-License-Identifier: Apache-2.0
#include "core/base/intervals.h"

#include <algorithm>

namespace plenum::base {

IntervalSet::Insert IntervalSet::insert(std::uint64_t first, std::uint64_t last) {
    // The first interval that touches or follows what is added; `first - 1` cannot wrap where it is used.
    const auto begin = std::ranges::find_if(
        intervals_, [&](const Interval& interval) { return first == 0 || interval.last >= first - 1; });
    if (begin != intervals_.end() && begin->first <= first && last <= begin->last) return Insert::already_there;
    auto end = begin;
    while (end != intervals_.end() && (end->first <= last || end->first - 1 == last))
        ++end;
    if (begin == end) {
        if (intervals_.size() >= intervals_max_) return Insert::full;
        intervals_.insert(begin, Interval{first, last});
        return Insert::added;
    }
    begin->first = std::min(begin->first, first);
    begin->last = std::max((end - 1)->last, last);
    intervals_.erase(begin + 1, end);
    return Insert::added;
}

bool IntervalSet::contains(std::uint64_t number) const {
    return std::ranges::any_of(
        intervals_, [&](const Interval& interval) { return interval.first <= number && number <= interval.last; });
}

void IntervalSet::remove_below(std::uint64_t bound) {
    std::erase_if(intervals_, [&](const Interval& interval) { return interval.last < bound; });
    if (!intervals_.empty()) intervals_.front().first = std::max(intervals_.front().first, bound);
}

void IntervalSet::remove_lowest() {
    if (!intervals_.empty()) intervals_.erase(intervals_.begin());
}

} // namespace plenum::base
