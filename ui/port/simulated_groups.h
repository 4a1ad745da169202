// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/group_port.h"
#include "ui/port/simulated_diagnostics.h"
#include "ui/port/simulated_people.h"

namespace plenum::ui {

/// Discussion groups of a simulated conference.
class SimulatedGroups : public GroupPort {
    Q_OBJECT

  public:
    /// All outlive this.
    SimulatedGroups(SimulatedWorld& world, SimulatedPeople& people, SimulatedDiagnostics& diagnostics)
        : world_{world},
          people_{people},
          diagnostics_{diagnostics} {}

    void act_on_group(const GroupAct& act) override;
    void speak_to_all(bool to_all) override;
    /// Somebody is no longer in the conference.
    void leave(base::MemberIndex index);

    // What a test lets happen
    /// What Ada does, who moderates.
    void someone_acts_on_group(const GroupAct& act);
    void someone_speaks_to_all(base::MemberIndex index, bool to_all);

  private:
    void change_groups(const GroupAct& act, base::MemberIndex author, bool moderates);
    void move_to_group(const QList<base::MemberIndex>& members, base::ConversationId to);
    void set_speaks_to_all(bool to_all);

    SimulatedWorld& world_;
    SimulatedPeople& people_;
    SimulatedDiagnostics& diagnostics_;
    base::ConversationId last_group_{SimulatedIds::plenary};
};

} // namespace plenum::ui
