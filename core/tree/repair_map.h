// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/tree/ids.h"

#include <cstdint>
#include <span>
#include <vector>

/// Who repairs whom in one session, for operators: plain values that a window draws.
namespace plenum::tree {

/// One branch below a node.
struct RepairBranch {
    InterfaceIndex interface;
    /// Who sent the last request: the next node below with the service, or a receiver.
    NodeId neighbour;
    /// Invocations from below: NAKs and reports.
    std::uint64_t requests{0};
    /// Subcasts to this branch, and their bytes.
    std::uint64_t repairs{0};
    std::uint64_t repair_bytes{0};
    friend bool operator==(const RepairBranch&, const RepairBranch&) = default;
};

/// What one node says of itself.
struct NodeRepairs {
    NodeId node;
    /// The next node upstream with the service, or the source.
    NodeId next_hop;
    /// Nodes between it and the source.
    std::uint8_t hops{0};
    /// What went upstream of what came from below.
    std::uint64_t requests_upstream{0};
    std::vector<RepairBranch> branches;
    friend bool operator==(const NodeRepairs&, const NodeRepairs&) = default;
};

/// An arrow of the map.
struct RepairEdge {
    NodeId repairer;
    NodeId repaired;
    std::uint64_t requests{0};
    std::uint64_t repairs{0};
    std::uint64_t repair_bytes{0};
    friend bool operator==(const RepairEdge&, const RepairEdge&) = default;
};

/// A place of the map, at its distance from the source.
struct RepairPlace {
    NodeId node;
    std::uint32_t depth{0};
    friend bool operator==(const RepairPlace&, const RepairPlace&) = default;
};

struct RepairMap {
    /// By depth, then by id. The source is first.
    std::vector<RepairPlace> places;
    /// In the order of places.
    std::vector<RepairEdge> edges;
    friend bool operator==(const RepairMap&, const RepairMap&) = default;
};

/// Joins what nodes say. Nodes that contradict each other give no loops: each place has one repairer.
[[nodiscard]] RepairMap make_repair_map(NodeId source, std::span<const NodeRepairs> nodes);

} // namespace plenum::tree
