// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/base/random.h"
#include "tests/sim/virtual_time.h"

#include <map>
#include <optional>

namespace plenum::sim {

/// How a simulated person talks in discussion groups: now and then on a flow of the group that they are in. Floor
/// habits open the groups and move people (floor_habit.h).
class GroupHabit {
  public:
    /// `every`: the mean time between two messages; 0: none.
    GroupHabit(base::Duration every, base::Random random) : every_{every}, random_{random} {}

    void begin(VirtualTime now);
    /// Nothing of the conference is remembered.
    void end();
    void handle(const node::Event& event);

    [[nodiscard]] VirtualTime next_action() const { return due_; }
    [[nodiscard]] std::optional<node::Publish> act(VirtualTime now);

  private:
    struct GroupFlow {
        base::ConversationId group;
        std::uint32_t message_bytes_max;
    };
    void draw_due(VirtualTime now);

    base::Duration every_;
    base::Random random_;
    VirtualTime due_{VirtualTime::max()};
    base::MemberIndex self_{};
    base::ConversationId own_{};
    std::map<base::FlowId, GroupFlow> flows_;
};

} // namespace plenum::sim
