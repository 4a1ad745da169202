// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/group_types.h"

#include <QObject>

namespace plenum::ui {

/// Discussion groups.
class GroupPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// Moderators; of themselves everybody, to an open group and back. What may not be done comes as a problem.
    virtual void act_on_group(const GroupAct& act) = 0;
    /// Of a moderator in a group: microphone and camera go to everyone instead. Over with the group.
    virtual void speak_to_all(bool to_all) = 0;

  signals:
    /// It is there, or is otherwise than before. Comes for each group on joining, after the members.
    void group_changed(const plenum::ui::Group& group);
    /// Whoever was in it is in the plenary alone.
    void group_closed(plenum::base::ConversationId group);
    void speaks_to_all_changed(bool to_all);
};

} // namespace plenum::ui
