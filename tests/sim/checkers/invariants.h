// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/checkers/checker.h"
#include "tests/sim/checkers/clocks_in_run.h"
#include "tests/sim/checkers/floor_log.h"
#include "tests/sim/checkers/told_stays.h"

#include <memory>
#include <vector>

namespace plenum::sim {

/// Every checker of a run. To add one: its own file, and a line in the constructor.
class Invariants {
  public:
    struct Options {
        std::uint32_t relays{1};
        /// The longest that a datagram can be on its way; and until its receiver looks at it.
        base::Duration delay_max{};
        base::Duration reading_delay_max{};
        /// What is said of tokens is drawn (floor_plan.h).
        bool floor_drawn{false};
        /// Somebody publishes more than a flow declares.
        bool excess{false};
        /// Entries between two checkpoints, at the least; 0: not judged.
        std::uint64_t checkpoint_entries{0};
        /// Voices that relays pass on at once on a flow.
        std::size_t speakers{node::RelayLimits{}.speakers};
        /// Links may carry less than all cameras.
        bool scarce{false};
        /// How far apart the shutters of an ensemble may open; 0: not judged.
        base::Duration capture_skew_max{};
    };
    Invariants(const Options& options, const ClocksInRun& clocks);

    void on_begin(Session session, VirtualTime at);
    void on_end(Session session, VirtualTime at);
    void on_publication(Session session, const Publication& publication, VirtualTime at);
    void on_event(Session session, const node::Event& event, VirtualTime at);
    void on_trace(Session session, const base::TraceEvent& event, VirtualTime at);
    void on_command(Session session, const node::Command& command, VirtualTime at);
    void on_entry(Session relay, const node::StoreEntry& entry, VirtualTime at);
    /// People meet at this relay from here on.
    void on_home(NodeIndex relay, VirtualTime at) { floor_.serve(relay, at); }
    /// Another relay goes on with so much of the log.
    void on_takeover(base::LogPosition size) { floor_.cut(size); }
    /// Of the log there is only so much left; of the rest nobody has heard.
    void on_log_cut(base::LogPosition size, VirtualTime at);
    /// The program stands still; goes on.
    void on_pause(NodeIndex node, VirtualTime at) { floor_.on_pause(node, at); }
    void on_resume(NodeIndex node, VirtualTime at) { floor_.on_resume(node, at); }
    void on_load(Session session, const node::NodeLoad& load);
    void on_restored(Session session, const Restored& restored);
    void on_forgotten(base::FlowId flow, base::MemberIndex sender, base::SequenceNumber first);
    void on_contract_broken(Session session, std::string_view what);
    /// From here on, invariants that stand on the log are not asked any more.
    void on_log_lost();
    [[nodiscard]] const std::vector<std::unique_ptr<Checker>>& all() const { return checkers_; }

    /// The first break: the invariant's name, then what happened.
    [[nodiscard]] std::optional<std::string> broken() const;
    /// The first thing that the conference still lacks.
    [[nodiscard]] std::optional<std::string> unmet() const;
    [[nodiscard]] std::size_t log_size() const { return log_size_; }
    [[nodiscard]] const ToldAndKept& told() const { return told_; }

  private:
    FloorLog floor_;
    std::vector<std::unique_ptr<Checker>> checkers_;
    /// Entries that some node has applied; outlives its checker.
    std::size_t log_size_{0};
    ToldAndKept told_;
};

} // namespace plenum::sim
