// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <QDateTime>
#include <QList>
#include <QMetaType>
#include <QString>

#include <variant>

/// Discussion groups, who is in which, and what moderators do about them: values that cross ConferencePorts. Whoever is
/// in a group hears the plenary too, and speaks and writes in the group (docs/conversations.md, Groups).
namespace plenum::ui {

struct Group {
    base::ConversationId id;
    QString label;
    /// People go there by themselves.
    bool open{false};
    /// When they are to be back; invalid: not said.
    QDateTime ends_at;
    /// Ascending.
    QList<base::MemberIndex> members;
    friend bool operator==(const Group&, const Group&) = default;
};

struct OpenGroup {
    QString label;
    bool open{false};
    QDateTime ends_at;
};
struct ChangeGroup {
    base::ConversationId group;
    bool open{false};
    QDateTime ends_at;
};
struct CloseGroup {
    base::ConversationId group;
};
struct PlaceMembers {
    /// 0: back, to the plenary alone.
    base::ConversationId group;
    QList<base::MemberIndex> members;
};
using GroupAct = std::variant<OpenGroup, ChangeGroup, CloseGroup, PlaceMembers>;

} // namespace plenum::ui

Q_DECLARE_METATYPE(plenum::ui::Group)
