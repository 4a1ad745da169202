// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/net.h"

#include <algorithm>

namespace plenum::sim {

namespace {

base::Duration time_on_wire(std::uint64_t bytes, std::uint64_t kbps) {
    return base::Duration{static_cast<std::int64_t>(bytes * 8'000'000 / kbps)};
}

base::Duration longest_queue(const PathConditions& conditions) {
    return std::max(queue_delay_max, time_on_wire(queue_bytes_min, conditions.bandwidth_kbps));
}

} // namespace

base::Duration longest_delay(const PathConditions& conditions) {
    if (conditions.bandwidth_kbps == 0) return conditions.delay_max;
    // A datagram that finds the queue just below its bound is the last that it takes.
    const auto datagram = time_on_wire(datagram_bytes_max, conditions.bandwidth_kbps);
    return conditions.delay_max + longest_queue(conditions) + datagram;
}

Network::Path& Network::path(NodeIndex from, NodeIndex to) {
    const auto key = std::uint64_t{from.value()} << 32 | to.value();
    const auto found = paths_.find(key);
    if (found != paths_.end()) return found->second;
    // Seeded by the pair and not by the order of use, so that one path's traffic moves nothing on another.
    base::Random random{base::Random{random_}.next() ^ base::Random{key}.next()};
    return paths_.emplace(key, Path{random.split()}).first->second;
}

std::optional<VirtualTime> Network::leave_queue(Path& path, std::size_t bytes, VirtualTime now) const {
    if (conditions_.bandwidth_kbps == 0) return now;
    if (path.free_at - now > longest_queue(conditions_)) return std::nullopt;
    path.free_at = std::max(path.free_at, now) + time_on_wire(bytes + header_bytes, conditions_.bandwidth_kbps);
    return path.free_at;
}

void Network::send(Parcel parcel, VirtualTime now) {
    ++counters_.sent;
    auto& way = path(parcel.from, parcel.to);
    if (!connected(parcel.from, parcel.to)) {
        ++counters_.cut;
        return;
    }
    const auto departs_at = leave_queue(way, parcel.bytes.size(), now);
    if (!departs_at) {
        ++counters_.overflowed;
        return;
    }
    if (way.random.chance(conditions_.loss_ppm)) {
        ++counters_.lost;
        return;
    }
    if (way.random.chance(conditions_.duplicate_ppm)) {
        ++counters_.duplicated;
        fly(way, parcel, *departs_at);
    }
    fly(way, std::move(parcel), *departs_at);
}

void Network::fly(Path& way, Parcel parcel, VirtualTime departs_at) {
    const base::Duration delay{way.random.between(conditions_.delay_min.count(), conditions_.delay_max.count())};
    auto arrives_at = departs_at + delay;
    if (way.random.chance(conditions_.reorder_ppm)) {
        if (arrives_at < way.last_arrival) ++counters_.reordered;
    } else {
        arrives_at = std::max(arrives_at, way.last_arrival);
        way.last_arrival = arrives_at;
    }
    std::size_t slot = slots_.size();
    if (free_slots_.empty()) {
        slots_.push_back(std::move(parcel));
    } else {
        slot = free_slots_.back();
        free_slots_.pop_back();
        slots_[slot] = std::move(parcel);
    }
    flights_.push({arrives_at, order_++, slot});
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

void Network::partition(const std::set<NodeIndex>& nodes) {
    if (!nodes.empty()) cuts_.push_back(nodes);
}

void Network::heal(const std::set<NodeIndex>& nodes) {
    if (nodes.empty()) cuts_.clear();
    for (auto& cut : cuts_)
        std::erase_if(cut, [&](NodeIndex node) { return nodes.contains(node); });
    std::erase_if(cuts_, [](const auto& cut) { return cut.empty(); });
}

bool Network::connected(NodeIndex from, NodeIndex to) const {
    return std::ranges::none_of(cuts_, [&](const auto& cut) { return cut.contains(from) != cut.contains(to); });
}

} // namespace plenum::sim
