// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/tree/ids.h"
#include "core/tree/limits.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace plenum::tree {

/// A packet or a block that a receiver lacks.
struct MissingItem {
    ObjectId object;
    std::uint64_t number{0};
    friend auto operator<=>(const MissingItem&, const MissingItem&) = default;
};

/// When a receiver asks for what. Nodes merge requests, so the first goes out at once; each further round waits for
/// twice the measured time between request and repair, and longer from round to round.
class RepairRequests {
  public:
    /// `wait`: before anything is measured.
    explicit RepairRequests(base::Duration wait) : wait_{wait} {}

    /// No change if it is there.
    void add(MissingItem item, base::LocalTime at);
    void remove(MissingItem item);
    void remove_below(MissingItem item);

    /// It is missing, and has not been asked for.
    [[nodiscard]] bool is_awaited(MissingItem item) const {
        const auto entry = requests_.find(item);
        return entry != requests_.end() && !entry->second.asked_round;
    }

    struct Due {
        MissingItem item;
        std::uint64_t round;
    };
    /// The next one to ask for now. After the last round comes the first again.
    [[nodiscard]] std::optional<Due> pop_due(base::LocalTime now);
    /// A repair of this round came: measures how long it took.
    void handle_repair(MissingItem item, std::uint64_t round, base::LocalTime now);
    /// A part of what was asked for came: the rest is not late yet.
    void postpone(MissingItem item, base::LocalTime now);

    [[nodiscard]] base::LocalTime next_wakeup() const {
        return order_.empty() ? base::local_time_max : order_.begin()->first;
    }
    [[nodiscard]] std::size_t size() const { return requests_.size(); }
    [[nodiscard]] base::Duration wait() const { return wait_; }

  private:
    struct Request {
        std::uint64_t round{0};
        std::optional<std::uint64_t> asked_round;
        base::LocalTime asked_at;
        base::LocalTime due_at;
    };
    using Table = std::map<MissingItem, Request>;
    void schedule(Table::iterator entry, base::LocalTime at);
    Table::iterator erase(Table::iterator entry);

    base::Duration wait_;
    bool measured_{false};
    Table requests_;
    std::set<std::pair<base::LocalTime, MissingItem>> order_;
};

} // namespace plenum::tree
