// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/swarm.h"

#include <algorithm>
#include <utility>

namespace plenum::sim {

namespace {

constexpr std::int64_t jump_ns_max = 3'600'000'000'000;
constexpr std::int64_t drift_ppb_max = 200'000;

base::Random part(std::uint64_t seed, std::uint64_t number) { return base::Random{seed ^ number << 56}.split(); }

base::Duration draw_between(base::Random& random, base::Duration low, base::Duration high) {
    return base::Duration{random.between(low.count(), std::max(low, high).count())};
}

/// Short ones are as likely as long ones in each power of two, since what breaks may need either.
base::Duration draw_spread(base::Random& random, base::Duration low, base::Duration high) {
    auto top = std::max(low, base::Duration{1});
    std::int64_t doublings = 0;
    for (; top * 2 <= high; top *= 2)
        ++doublings;
    const auto from = low * (std::int64_t{1} << random.between(0, doublings));
    return draw_between(random, from, std::min(from * 2, high));
}

std::set<NodeIndex> draw_nodes(base::Random& random, const Scenario& scenario, std::uint32_t count_max, bool relays) {
    const auto nodes = relays ? scenario.relays : scenario.nodes();
    const auto count = random.between(1, std::min(count_max, nodes));
    std::set<NodeIndex> result;
    while (std::cmp_less(result.size(), count))
        result.insert(NodeIndex{static_cast<std::uint32_t>(random.below(nodes))});
    return result;
}

std::int64_t draw_amount(base::Random& random, FaultKind kind) {
    if (kind == FaultKind::jump) {
        return draw_spread(random, std::chrono::milliseconds{10}, base::Duration{jump_ns_max}).count();
    }
    return kind == FaultKind::drift ? random.between(-drift_ppb_max, drift_ppb_max) : 0;
}

/// All strikes of one kind. It draws from a generator of its own, so that a kind more or less moves no other.
void draw_kind(const Scenario& scenario, FaultKind kind, base::Random random, std::vector<Fault>& to) {
    const auto& swarm = *scenario.swarm;
    if (!random.chance(swarm.on_ppm)) return;
    const auto mean = draw_spread(random, swarm.every_min, swarm.every_max);
    const VirtualTime end{scenario.duration};
    for (auto at = VirtualTime{draw_between(random, {}, 2 * mean)}; at < end && to.size() < faults_max;
         at += draw_between(random, {}, 2 * mean)) {
        Fault fault{at, kind, draw_nodes(random, scenario, swarm.nodes_max, traits_of(kind).disk)};
        fault.amount = draw_amount(random, kind);
        if (traits_of(kind).end) fault.lasting = draw_spread(random, swarm.lasting_min, swarm.lasting_max);
        to.push_back(std::move(fault));
    }
}

} // namespace

Scenario for_seed(Scenario scenario, std::uint64_t seed) {
    auto random = part(seed, 1);
    if (scenario.swarm) {
        const auto& links = scenario.swarm->links;
        if (!links.empty()) scenario.link = links[random.below(links.size())];
        for (const auto kind : scenario.swarm->kinds) {
            draw_kind(scenario, kind, part(seed, 16 + static_cast<std::uint64_t>(kind)), scenario.faults);
        }
    }
    if (scenario.floor) scenario.floor = for_seed(*scenario.floor, seed);
    scenario.faults = spelled_out(scenario.faults, part(seed, 2));
    return scenario;
}

} // namespace plenum::sim
