// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>

namespace plenum::ui {

/// Who is in the conference or wants in, who they are to us, and what moderators do about them. What only moderators
/// may do is ignored where ConferenceFacts::may_moderate is not set; what is refused all the same comes as a problem.
class PeoplePort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    virtual void admit(KnockId knock) = 0;
    virtual void refuse(KnockId knock) = 0;
    /// With `change_link` nobody comes in by the link that the person knows.
    virtual void remove_member(base::MemberIndex index, bool change_link) = 0;
    virtual void set_role(base::MemberIndex index, Role role) = 0;
    virtual void set_policy(const EntryPolicy& policy) = 0;
    /// Their program closes their microphone, and they may open it again. 0: everyone else's.
    virtual void ask_mute(base::MemberIndex index) = 0;
    virtual void change_link() = 0;
    /// Somebody's key is another than their name had; from now on it counts under that name.
    virtual void accept_key(base::MemberIndex index, KeyOwner owner) = 0;
    /// Keeps their sound, pictures and messages from us until the call ends or this is taken back.
    virtual void set_blocked(base::MemberIndex index, bool blocked) = 0;
    /// The safety number was compared with them and was the same, or that is taken back.
    virtual void set_verified(base::MemberIndex index, bool verified) = 0;

  signals:
    /// A member joined, or something about one changed (name, role, presence, microphone, camera). Ourselves come too,
    /// with is_self. Comes for all present members on joining, in order of index.
    void member_changed(const plenum::ui::Member& member);
    void member_left(plenum::base::MemberIndex index, plenum::ui::Departure departure);
    /// To who may decide. Ends with knock_over, whoever decided, also where they went away.
    void knock_heard(const plenum::ui::Knock& knock);
    void knock_over(plenum::ui::KnockId id);
};

} // namespace plenum::ui
