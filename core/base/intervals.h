// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plenum::base {

/// Numbers from `first` to `last`, both included.
struct Interval {
    std::uint64_t first{0};
    std::uint64_t last{0};
    friend bool operator==(const Interval&, const Interval&) = default;
};

/// A set of numbers as ascending, disjoint, non-touching intervals, with a bound on how many.
class IntervalSet {
  public:
    explicit IntervalSet(std::size_t intervals_max) : intervals_max_{intervals_max} {}

    enum class Insert : std::uint8_t { added = 1, already_there = 2, full = 3 };
    /// Adds first…last. `already_there` if every number was in the set; `full` leaves the set as it was.
    Insert insert(std::uint64_t first, std::uint64_t last);
    Insert insert(std::uint64_t number) { return insert(number, number); }

    [[nodiscard]] bool contains(std::uint64_t number) const;
    /// Removes everything below `bound`.
    void remove_below(std::uint64_t bound);
    /// Drops the lowest interval, to make room.
    void remove_lowest();

    [[nodiscard]] bool empty() const { return intervals_.empty(); }
    [[nodiscard]] const std::vector<Interval>& intervals() const { return intervals_; }

  private:
    std::size_t intervals_max_;
    std::vector<Interval> intervals_;
};

} // namespace plenum::base
