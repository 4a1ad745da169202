// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/group_port.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace plenum::ui {

class MembersModel;

/// The discussion groups as we see them: who is in which, who we are, and what time it is.
struct GroupState {
    using Clock = std::function<QDateTime()>;

    [[nodiscard]] const Group* find(base::ConversationId id) const {
        const auto found = std::ranges::find(groups, id, &Group::id);
        return found == groups.end() ? nullptr : &*found;
    }
    /// Null for the plenary alone.
    [[nodiscard]] const Group* group_of(base::MemberIndex member) const {
        const auto found =
            std::ranges::find_if(groups, [&](const Group& group) { return group.members.contains(member); });
        return found == groups.end() ? nullptr : &*found;
    }
    [[nodiscard]] const Group* own() const { return group_of(self); }
    [[nodiscard]] QDateTime in_minutes(int minutes) const {
        return minutes > 0 ? clock().addSecs(minutes * 60) : QDateTime{};
    }

    GroupPort& port;
    const MembersModel& members;
    Clock clock;
    /// In order of their opening.
    std::vector<Group> groups{};
    base::MemberIndex self{};
    bool moderates{false};
};

} // namespace plenum::ui
