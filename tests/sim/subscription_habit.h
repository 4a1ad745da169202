// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <map>
#include <optional>
#include <set>

namespace plenum::sim {

/// How a simulated person subscribes: now and then to a live flow, from one sender or all, with a rate and a place that
/// are drawn; now and then to everything again.
class SubscriptionHabit {
  public:
    /// `every`: the mean time between two subscriptions; 0: none.
    SubscriptionHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    void begin(const std::map<base::FlowId, base::FlowSpec>& declared, VirtualTime now);
    void end() { due_ = VirtualTime::max(); }
    void handle(const node::MessageReceived& message) { senders_.insert(message.sender); }

    [[nodiscard]] VirtualTime next_action() const { return due_; }
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    void draw_due(VirtualTime now);

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    std::map<base::FlowId, base::FlowSpec> live_;
    /// Of whom something was received.
    std::set<base::MemberIndex> senders_;
};

} // namespace plenum::sim
