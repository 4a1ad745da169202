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

/// How a simulated person uses flows of their own making: creates one now and then, for all or for one other member,
/// changes or closes one, and publishes on those that reach this person. Some of it is refused: names meet, and delays
/// leave a conversation no interval.
class FlowHabit {
  public:
    /// `every`: the mean time between two acts; 0: none.
    FlowHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    void begin(base::MemberIndex self, VirtualTime now);
    void end() { due_ = VirtualTime::max(); }
    /// Also before it begins: what the application knows.
    void handle(const node::Event& event);
    /// The application knows nothing any more.
    void forget();
    /// Null where the flow was not created by a member.
    [[nodiscard]] const base::FlowSpec* find(base::FlowId flow) const;

    [[nodiscard]] VirtualTime next_action() const { return due_; }
    [[nodiscard]] std::optional<node::Command> act(VirtualTime now);

  private:
    void draw_due(VirtualTime now);
    [[nodiscard]] log::FlowTerms draw_terms(bool reliable);
    [[nodiscard]] node::Command create();
    [[nodiscard]] node::Command publish(const node::FlowDeclared& flow);

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    base::MemberIndex self_{};
    std::set<base::MemberIndex> members_;
    /// Created ones that are open.
    std::map<base::FlowId, node::FlowDeclared> open_;
    /// Of all that ever were.
    std::map<base::FlowId, base::FlowSpec> specs_;
    std::uint64_t published_{0};
};

} // namespace plenum::sim
