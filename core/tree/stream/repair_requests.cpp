// SPDX-License-Identifier: Apache-2.0
#include "core/tree/stream/repair_requests.h"

#include <algorithm>

namespace plenum::tree {
namespace {

constexpr base::Duration wait_min = std::chrono::milliseconds{20};
constexpr base::Duration wait_max = std::chrono::seconds{2};

} // namespace

void RepairRequests::add(MissingItem item, base::LocalTime at) {
    const auto [entry, added] = requests_.try_emplace(item, Request{0, std::nullopt, {}, at});
    if (added) order_.insert({at, item});
}

void RepairRequests::remove(MissingItem item) {
    if (const auto entry = requests_.find(item); entry != requests_.end()) erase(entry);
}

void RepairRequests::remove_below(MissingItem item) {
    for (auto entry = requests_.lower_bound({item.object, 0}); entry != requests_.end() && entry->first < item;)
        entry = erase(entry);
}

std::optional<RepairRequests::Due> RepairRequests::pop_due(base::LocalTime now) {
    if (order_.empty() || order_.begin()->first > now) return std::nullopt;
    const auto entry = requests_.find(order_.begin()->second);
    auto& request = entry->second;
    const auto round = request.round;
    request.asked_at = now;
    request.asked_round = round;
    // By the time that numbers come again, nodes have forgotten them.
    request.round = (round + 1) % limits::repair_rounds_max;
    schedule(entry, now + static_cast<int>(1 + round / 2) * wait_);
    return Due{entry->first, round};
}

void RepairRequests::handle_repair(MissingItem item, std::uint64_t round, base::LocalTime now) {
    const auto entry = requests_.find(item);
    if (entry == requests_.end() || entry->second.asked_round != round) return;
    // Twice the smoothed time (RFC 5740 §5.1: a multiple of the group's round-trip time).
    const auto sample = 2 * (now - entry->second.asked_at);
    wait_ = std::clamp(measured_ ? (7 * wait_ + sample) / 8 : sample, wait_min, wait_max);
    measured_ = true;
}

void RepairRequests::postpone(MissingItem item, base::LocalTime now) {
    const auto entry = requests_.find(item);
    if (entry == requests_.end()) return;
    schedule(entry, std::max(entry->second.due_at, now + wait_));
}

void RepairRequests::schedule(Table::iterator entry, base::LocalTime at) {
    order_.erase({entry->second.due_at, entry->first});
    entry->second.due_at = at;
    order_.insert({at, entry->first});
}

RepairRequests::Table::iterator RepairRequests::erase(Table::iterator entry) {
    order_.erase({entry->second.due_at, entry->first});
    return requests_.erase(entry);
}

} // namespace plenum::tree
