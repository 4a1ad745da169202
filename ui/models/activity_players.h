// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/activity/activity.h"
#include "ui/port/people_port.h"

#include <map>
#include <vector>

namespace plenum::ui {

/// Whom activities are told of: everyone who is here and not blocked, each with a colour.
class ActivityPlayers : public QObject {
    Q_OBJECT

  public:
    explicit ActivityPlayers(PeoplePort& people);

    /// Null for somebody who is not among them.
    [[nodiscard]] const activity::Player* find(base::MemberIndex member) const;
    [[nodiscard]] std::vector<activity::Player> all() const;
    void clear() { players_.clear(); }

  signals:
    /// Somebody came, or is called something else.
    void changed();
    void left(plenum::base::MemberIndex member);

  private:
    void set(const Member& member);
    void remove(base::MemberIndex member);

    std::map<base::MemberIndex, activity::Player> players_;
};

} // namespace plenum::ui
