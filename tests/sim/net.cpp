// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/net.h"

#include <algorithm>
#include <utility>

namespace plenum::sim {

Path& Network::path(NodeIndex from, NodeIndex to) {
    const auto key = std::uint64_t{from.value()} << 32 | to.value();
    const auto found = paths_.find(key);
    if (found != paths_.end()) return found->second;
    // Seeded by the pair and not by the order of use, so that one path's traffic moves nothing on another.
    base::Random random{base::Random{random_}.next() ^ base::Random{key}.next()};
    return paths_.emplace(key, Path{random.split()}).first->second;
}

bool Network::clogged(const Parcel& parcel) const {
    return !clogged_.empty() && (clogged_.contains(parcel.from) || clogged_.contains(parcel.to));
}

void Network::send(Parcel parcel, VirtualTime now) {
    ++counters_.sent;
    auto& way = path(parcel.from, parcel.to);
    if (!connected(parcel.from, parcel.to)) {
        ++counters_.cut;
        return;
    }
    const auto departs_at = way.leave_queue(conditions_, parcel.bytes.size(), now);
    if (!departs_at || (clogged(parcel) && held_.size() >= clog_datagrams_max)) {
        ++counters_.overflowed;
        return;
    }
    if (!clogged(parcel)) return enter(way, std::move(parcel), *departs_at);
    ++counters_.clogged;
    held_.push_back({std::move(parcel), *departs_at});
}

void Network::unclog(const std::set<NodeIndex>& nodes, VirtualTime now) {
    std::erase_if(clogged_, [&](NodeIndex node) { return nodes.empty() || nodes.contains(node); });
    for (auto& each : std::exchange(held_, {})) {
        if (clogged(each.parcel)) {
            held_.push_back(std::move(each));
        } else {
            auto& way = path(each.parcel.from, each.parcel.to);
            enter(way, std::move(each.parcel), std::max(each.departs_at, now));
        }
    }
}

void Network::enter(Path& way, Parcel parcel, VirtualTime departs_at) {
    if (way.loses(conditions_, departs_at)) {
        ++counters_.lost;
        return;
    }
    if (way.duplicates(conditions_)) {
        ++counters_.duplicated;
        fly(way, parcel, departs_at);
    }
    fly(way, std::move(parcel), departs_at);
}

void Network::fly(Path& way, Parcel parcel, VirtualTime departs_at) {
    if (way.damages(conditions_, parcel.bytes)) ++counters_.damaged;
    const auto arrival = way.arrival(conditions_, departs_at);
    if (arrival.overtakes) ++counters_.reordered;
    std::size_t slot = slots_.size();
    if (free_slots_.empty()) {
        slots_.push_back(std::move(parcel));
    } else {
        slot = free_slots_.back();
        free_slots_.pop_back();
        slots_[slot] = std::move(parcel);
    }
    flights_.push({arrival.at, order_++, slot});
}

std::optional<VirtualTime> Network::next_arrival() const {
    if (flights_.empty()) return std::nullopt;
    return flights_.top().arrives_at;
}

std::optional<Parcel> Network::receive(VirtualTime now) {
    while (!flights_.empty() && flights_.top().arrives_at <= now) {
        const auto slot = flights_.top().slot;
        flights_.pop();
        free_slots_.push_back(slot);
        auto parcel = std::move(slots_[slot]);
        if (!down_.contains(parcel.to) && connected(parcel.from, parcel.to)) {
            ++counters_.delivered;
            return parcel;
        }
        ++counters_.cut;
    }
    return std::nullopt;
}

} // namespace plenum::sim
