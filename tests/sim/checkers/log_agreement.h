// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"

#include <map>
#include <vector>

namespace plenum::sim {

/// L1: at every moment every node's control log is a prefix of one and the same log: nodes that applied an entry at one
/// position have the same chain hash there, each applies position after position, and what one node has applied is
/// never replaced, through crashes of whoever.
/// Unmet until all who are there are at its end.
class LogAgreement final : public Checker {
  public:
    [[nodiscard]] std::string_view name() const override { return "L1 logs are prefixes of each other"; }
    void on_begin(Session session, VirtualTime at) override;
    void on_end(Session session, VirtualTime at) override;
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at) override;
    [[nodiscard]] std::optional<std::string> unmet() const override;

    /// Entries that some node has applied.
    [[nodiscard]] std::size_t size() const { return hashes_.size(); }

  private:
    struct Replica {
        /// Next position; absent before the first entry, from which a restarted relay may go on.
        std::optional<std::uint64_t> next;
    };

    std::vector<base::Hash> hashes_;
    std::map<Session, Replica> replicas_;
};

} // namespace plenum::sim
