// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/cluster/capture_slave.h"
#include "core/cluster/master_election.h"
#include "core/cluster/trigger_master.h"

#include <deque>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace plenum::cluster {

/// One host's part in triggering: a camera, and the master when it is its turn.
class TriggerGroup {
  public:
    struct Options {
        TriggerOptions trigger;
        CaptureSlave::Options capture;
        MasterElection::Options election;
    };
    TriggerGroup(base::MemberIndex self, const Options& options, base::LocalTime now)
        : self_{self},
          options_{options},
          election_{self, options.election, now},
          camera_{options.capture} {}

    /// The hosts with cameras, ourselves included, in the order in which they become master.
    void set_hosts(const std::vector<base::MemberIndex>& hosts);
    void set_trigger(const TriggerOptions& trigger, base::LocalTime now);
    /// Ignored if it is none that `from` may send.
    void handle(base::MemberIndex from, const TriggerMessage& message, base::LocalTime now, const Clocks& clocks);
    /// The shutter opened at this time. No effect unless hardware opens it.
    void handle_pulse(base::LocalTime at) { camera_.handle_pulse(at); }
    /// What was captured last is being sent.
    void handle_captured() { camera_.handle_captured(); }
    /// The send buffer has room again for a frame after the last one captured.
    void handle_buffered() { camera_.handle_buffered(); }
    /// No effect unless we are master.
    void order_drops(const DropOrder& drops);

    struct ToAll {
        TriggerMessage message;
    };
    struct ToMaster {
        base::MemberIndex master;
        Ready message;
    };
    using Output = std::variant<ToAll, ToMaster, Capture>;
    /// Call until it returns nullopt.
    [[nodiscard]] std::optional<Output> poll(base::LocalTime now, const Clocks& clocks);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] bool is_master() const { return master_.has_value(); }
    [[nodiscard]] Term term() const { return election_.term(); }
    /// The last ensemble that we know of.
    [[nodiscard]] EnsembleId latest() const { return election_.latest(); }
    /// The last order that a master gave.
    [[nodiscard]] const DropOrder& drops() const { return drops_; }
    [[nodiscard]] const CaptureSlave& camera() const { return camera_; }

  private:
    [[nodiscard]] bool follow(base::MemberIndex from, const EnsembleId& latest, base::LocalTime now,
                              const Clocks& clocks);
    [[nodiscard]] std::optional<Output> poll_master(base::LocalTime now, const Clocks& clocks);

    base::MemberIndex self_;
    Options options_;
    std::vector<base::MemberIndex> hosts_;
    MasterElection election_;
    std::optional<TriggerMaster> master_;
    CaptureSlave camera_;
    DropOrder drops_;
};

} // namespace plenum::cluster
