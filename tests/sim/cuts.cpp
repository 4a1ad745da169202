// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/cuts.h"

#include <algorithm>

namespace plenum::sim {

void Cuts::add(const std::set<NodeIndex>& nodes, CutDirection direction) {
    if (!nodes.empty()) cuts_.push_back({nodes, direction});
}

void Cuts::heal(const std::set<NodeIndex>& nodes) {
    if (nodes.empty()) cuts_.clear();
    for (auto& cut : cuts_)
        std::erase_if(cut.nodes, [&](NodeIndex node) { return nodes.contains(node); });
    std::erase_if(cuts_, [](const auto& cut) { return cut.nodes.empty(); });
}

bool Cuts::connected(NodeIndex from, NodeIndex to) const {
    return std::ranges::none_of(cuts_, [&](const auto& cut) {
        const bool leaves = cut.nodes.contains(from) && !cut.nodes.contains(to);
        const bool enters = !cut.nodes.contains(from) && cut.nodes.contains(to);
        return (leaves && cut.direction != CutDirection::in) || (enters && cut.direction != CutDirection::out);
    });
}

} // namespace plenum::sim
