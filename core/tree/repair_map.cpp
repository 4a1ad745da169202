// SPDX-License-Identifier: Apache-2.0
#include "core/tree/repair_map.h"

#include <map>
#include <set>

namespace plenum::tree {

RepairMap make_repair_map(NodeId source, std::span<const NodeRepairs> nodes) {
    std::multimap<NodeId, RepairEdge> below;
    for (const auto& node : nodes) {
        below.insert({node.next_hop, {node.next_hop, node.node, node.requests_upstream, 0, 0}});
        for (const auto& branch : node.branches)
            below.insert(
                {node.node, {node.node, branch.neighbour, branch.requests, branch.repairs, branch.repair_bytes}});
    }
    RepairMap map{{{source, 0}}, {}};
    std::set<NodeId> placed{source};
    std::vector<RepairPlace> level = map.places;
    while (!level.empty()) {
        std::map<NodeId, RepairEdge> next;
        for (const auto& place : level) {
            const auto [first, last] = below.equal_range(place.node);
            for (auto edge = first; edge != last; ++edge) {
                const auto repaired = edge->second.repaired;
                if (repaired == NodeId{} || placed.contains(repaired)) continue;
                auto& joined = next.try_emplace(repaired, RepairEdge{place.node, repaired}).first->second;
                if (joined.repairer != place.node) continue;
                joined.requests = std::max(joined.requests, edge->second.requests);
                joined.repairs += edge->second.repairs;
                joined.repair_bytes += edge->second.repair_bytes;
            }
        }
        const auto depth = map.places.back().depth + 1;
        level.clear();
        for (const auto& [node, edge] : next) {
            level.push_back({node, depth});
            placed.insert(node);
            map.edges.push_back(edge);
        }
        map.places.insert(map.places.end(), level.begin(), level.end());
    }
    return map;
}

} // namespace plenum::tree
