// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/virtual_time.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace plenum::sim {

/// What is due in the world besides arrivals of datagrams.
struct Task {
    enum class Kind : std::uint8_t {
        start = 1,
        fault = 2,
        wake = 3,
        act = 4,
        sample = 5,
        look = 6,
        commit = 7,
        kept = 8,
        // Of a cluster's register.
        asked = 9,
        answered = 10,
        peers = 11,
        /// A program ends.
        part = 12,
        leave = 13,
    };
    Kind kind{Kind::start};
    /// Of start, wake and act.
    NodeIndex node{};
    /// Of a fault: its index; of wake, commit and kept: the machine's generation; of asked and answered: the request.
    std::uint64_t number{0};
};

/// Tasks in order of time, and in the order in which they were set where times are equal.
class Timeline {
  public:
    void set(VirtualTime at, const Task& task) { entries_.push({at, order_++, task}); }
    /// VirtualTime::max() if nothing is due any more.
    [[nodiscard]] VirtualTime next() const { return entries_.empty() ? VirtualTime::max() : entries_.top().at; }
    Task take() {
        const auto task = entries_.top().task;
        entries_.pop();
        return task;
    }

  private:
    struct Entry {
        VirtualTime at;
        std::uint64_t order;
        Task task;
        bool operator>(const Entry& other) const { return std::pair{at, order} > std::pair{other.at, other.order}; }
    };
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> entries_;
    std::uint64_t order_{0};
};

} // namespace plenum::sim
