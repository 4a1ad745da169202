// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/people_port.h"
#include "ui/port/simulated_session.h"

#include <map>

namespace plenum::ui {

/// The members of a simulated conference: who knocks, who moderates, and how well we know them.
class SimulatedPeople : public PeoplePort {
    Q_OBJECT

  public:
    /// Both outlive this.
    SimulatedPeople(SimulatedWorld& world, SimulatedSession& session) : world_{world}, session_{session} {}

    // PeoplePort
    void admit(KnockId knock) override;
    void refuse(KnockId knock) override;
    void remove_member(base::MemberIndex index, bool change_link) override;
    void set_role(base::MemberIndex index, Role role) override;
    void set_policy(const EntryPolicy& policy) override;
    void ask_mute(base::MemberIndex index) override;
    void change_link() override;
    void accept_key(base::MemberIndex index, KeyOwner owner) override;
    void set_blocked(base::MemberIndex index, bool blocked) override;
    void set_verified(base::MemberIndex index, bool verified) override;

    void clear();
    /// By themselves, at this second of the call.
    void play(int second);
    void tell(base::MemberIndex index);
    void tell_self();

    // What a test lets happen
    void someone_joins();
    void someone_leaves(base::MemberIndex index, Departure departure = Departure::left);
    /// Waits for us to let them in; the same name again gives up. Everybody whom we do not refuse joins.
    void someone_knocks(const QString& name, Familiarity familiarity = Familiarity::newcomer);
    void make_us_moderator(bool moderator);
    /// Nobody moderates for long enough, so that we may.
    void let_us_act();
    void set_familiarity(base::MemberIndex index, Familiarity familiarity);
    void rename(base::MemberIndex index, const QString& name);
    void set_absent(base::MemberIndex index, bool absent);
    void set_picture_late(base::MemberIndex index, bool late);
    /// It turns out to be the program of a camera.
    void make_camera(base::MemberIndex index);
    [[nodiscard]] Role role_of(base::MemberIndex index) const;

  signals:
    /// Comes after member_left.
    void gone(plenum::base::MemberIndex index);
    /// We blocked them.
    void hidden(plenum::base::MemberIndex index);

  private:
    [[nodiscard]] SimulatedPerson make_person(base::MemberIndex index) const;
    [[nodiscard]] QString new_link();

    SimulatedWorld& world_;
    SimulatedSession& session_;
    std::map<KnockId, Knock> knocks_;
    KnockId last_knock_;
    int links_made_{0};
    std::uint32_t last_index_{1};
};

} // namespace plenum::ui
