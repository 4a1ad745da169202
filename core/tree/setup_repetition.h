// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/tree/ids.h"
#include "core/tree/retry_time.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace plenum::tree {

/// Which children of a node have not yet answered a new round of a tally in any way.
///
/// The problem: an SSP with a question is lost on one of ten thousand links, and on others when the asker sends it
/// again: some path of five hops loses three in a row. The intuition: a node knows its children, and each child reports
/// when it learns of the round. The node sends the SSP again on the branches of those that do not. So a loss costs one
/// round trip of one link. The alternative, repetition by the asker, costs one of the tree's depth and a packet on each
/// link. Where SSPs were lost lately, the node sends the next ones twice from the start, a part of a round trip apart.
class SetupRepetition {
  public:
    /// `wait`: before the time until a child's report is measured.
    explicit SetupRepetition(base::Duration wait) : initial_{wait}, retry_{wait} {}

    /// An SSP with a new round goes to all children.
    void start(base::LocalTime now);
    /// A report of this round.
    void hear(NodeId child, InterfaceIndex interface, base::LocalTime now);
    void remove(NodeId child);

    /// When to send the SSP again.
    [[nodiscard]] base::LocalTime due() const { return due_; }
    /// On which interfaces to send it now; the next repetition is later. Empty if none is due.
    [[nodiscard]] std::vector<InterfaceIndex> take_due(base::LocalTime now);

  private:
    /// So many rounds after a loss, the SSP goes out twice from the start.
    static constexpr std::uint32_t lossy_rounds_max = 8;

    struct Child {
        InterfaceIndex interface;
        bool heard{true};
    };
    void schedule(base::LocalTime at);

    base::Duration initial_;
    RetryTime retry_;
    std::map<NodeId, Child> children_;
    std::size_t unheard_{0};
    base::LocalTime started_at_;
    std::uint32_t repetitions_{0};
    std::uint32_t lossy_rounds_{0};
    /// The next repetition is that of the start.
    bool doubles_{false};
    base::LocalTime due_{base::local_time_max};
};

} // namespace plenum::tree
