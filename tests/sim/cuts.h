// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/virtual_time.h"

#include <set>
#include <vector>

namespace plenum::sim {

/// Which way a cut stops what passes between its nodes and the others.
enum class CutDirection : std::uint8_t {
    both = 1,
    out = 2, ///< what its nodes send is not heard by the others
    in = 3,  ///< its nodes hear nothing of the others
};

/// Who cannot reach whom. Several cuts hold at once.
class Cuts {
  public:
    /// `nodes` still reach each other, and the others each other.
    void add(const std::set<NodeIndex>& nodes, CutDirection direction);
    /// Takes `nodes` out of every cut; none given ends all cuts.
    void heal(const std::set<NodeIndex>& nodes);
    /// Whether no cut lies between, in this direction.
    [[nodiscard]] bool connected(NodeIndex from, NodeIndex to) const;

  private:
    struct Cut {
        std::set<NodeIndex> nodes;
        CutDirection direction;
    };
    std::vector<Cut> cuts_;
};

} // namespace plenum::sim
