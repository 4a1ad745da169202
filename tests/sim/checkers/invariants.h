// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/clocks_in_run.h"
#include "tests/sim/checkers/log_agreement.h"

#include <memory>
#include <vector>

namespace plenum::sim {

/// Every checker of a run. To add one: its own file, and a line in the constructor.
class Invariants {
  public:
    struct Options {
        std::uint32_t relays{1};
        base::Duration delay_max{};
    };
    Invariants(const Options& options, const ClocksInRun& clocks);

    void on_begin(Session session, VirtualTime at);
    void on_end(Session session, VirtualTime at);
    void on_publication(Session session, const Publication& publication, VirtualTime at);
    void on_event(Session session, const node::Event& event, VirtualTime at);
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at);
    void on_load(Session session, const node::Node::Load& load);
    void on_contract_broken(Session session, std::string_view what);

    /// The first break: the invariant's name, then what happened.
    [[nodiscard]] std::optional<std::string> broken() const;
    /// The first thing that the conference still lacks.
    [[nodiscard]] std::optional<std::string> unmet() const;
    [[nodiscard]] std::size_t log_size() const { return log_->size(); }

  private:
    std::vector<std::unique_ptr<Checker>> checkers_;
    const LogAgreement* log_{nullptr};
};

} // namespace plenum::sim
