// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"
#include "core/tag/flow_policer.h"
#include "core/tag/stream_pacer.h"
#include "core/wire/control.h"
#include "core/wire/frames.h"

#include <map>
#include <optional>

namespace plenum::node {

/// Holds one member's session to the declarations of the flows on which it sends (push-pull §1.2).
class SendContracts {
  public:
    /// Between two reports about one flow.
    static constexpr base::Duration report_interval = std::chrono::milliseconds{500};

    /// Whether the fragment may be passed on. Precondition: the flow has a loss delay.
    [[nodiscard]] bool admits(const log::FlowDeclaration& flow, const wire::FragmentFrame& fragment,
                              base::LocalTime now);
    /// A reliable message on this flow was taken; how long the next of its sender must wait.
    [[nodiscard]] base::Duration pace(const log::FlowDeclaration& flow, std::size_t bytes, base::LocalTime now);
    /// One on this flow was not admitted: what the sender is to be told now, if anything.
    [[nodiscard]] std::optional<wire::FlowExcess> note_excess(base::FlowId flow, base::LocalTime now);
    /// What was dropped since the last report about a flow, once `report_interval` has passed; until nullopt.
    [[nodiscard]] std::optional<wire::FlowExcess> poll_report(base::LocalTime now);
    /// When `poll_report` has something to say.
    [[nodiscard]] base::LocalTime next_wakeup() const { return report_at_; }

    void forget_closed(const log::State& state);

  private:
    /// Of a reliable flow.
    struct Pace {
        base::FlowSpec spec;
        tag::StreamPacer pacer;
        std::optional<base::LocalTime> told_at;
    };
    struct Contract {
        base::FlowSpec spec;
        tag::FlowPolicer policer;
        /// Of a camera in two sizes, for the small one beside.
        tag::FlowPolicer small;
        std::uint64_t dropped{0};
        std::optional<base::LocalTime> told_at;

        /// Precondition: told of before.
        [[nodiscard]] base::LocalTime report_at() const {
            return dropped == 0 ? base::local_time_max : *told_at + report_interval;
        }
    };
    /// Bounded by the flows of a conference.
    std::map<base::FlowId, Contract> contracts_;
    std::map<base::FlowId, Pace> paces_;
    /// The least of all contracts.
    base::LocalTime report_at_{base::local_time_max};
};

} // namespace plenum::node
