// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/people_book.h"
#include "app/plenum/real_diagnostics.h"
#include "ui/port/people_port.h"

namespace plenum::app {

/// Members of the call and those who knock, who they are to us, and what moderators do about them.
class RealPeople : public ui::PeoplePort {
    Q_OBJECT

  public:
    /// All outlive this.
    RealPeople(std::optional<CurrentCall>& call, PeopleBook& book, RealDiagnostics& diagnostics)
        : call_{call},
          book_{book},
          diagnostics_{diagnostics} {}

    // PeoplePort
    void admit(ui::KnockId knock) override;
    void refuse(ui::KnockId knock) override;
    void remove_member(base::MemberIndex index, bool change_link) override;
    void set_role(base::MemberIndex index, ui::Role role) override;
    void set_policy(const ui::EntryPolicy& policy) override;
    void ask_mute(base::MemberIndex index) override { moderate(node::AskMute{index}); }
    void change_link() override { moderate(node::ChangeLink{}); }
    void accept_key(base::MemberIndex index, ui::KeyOwner owner) override;
    void set_blocked(base::MemberIndex index, bool blocked) override;
    void set_verified(base::MemberIndex index, bool verified) override;

    /// Meets and tells everybody: we came in.
    void enter();
    void set_media(base::MemberIndex index, const Roster::Media& media);
    /// Whether sound and pictures come from the others now. Precondition: the relay is there.
    void check_receptions();
    void handle(const node::PhaseChanged& event);
    void handle(const node::MemberJoined& event);
    void handle(const node::MemberLeft& event);
    void handle(const node::MemberPresence& event);
    void handle(const node::MemberRoleChanged& event);
    void handle(const node::FlowDeclared& event);
    void handle(const node::KnockHeard& event);
    void handle(const node::KnockOver& event);

  signals:
    /// Who is there changed, or what they may do.
    void changed();
    /// Nothing is to be seen of this person any more.
    void hidden(plenum::base::MemberIndex index);
    /// Kept back while its sender was blocked.
    void released(const plenum::ui::ChatMessage& message);
    /// This person was blocked, or is blocked no more.
    void block_changed(const plenum::base::IdentityKey& person);

  private:
    void moderate(const client::Session::Moderation& act);
    void meet(base::MemberIndex index);
    [[nodiscard]] ui::Acquaintance acquaintance_of(const base::IdentityKey& key, const QString& name) const;
    /// Once the command that changed it has returned.
    void change(base::MemberIndex index, const ui::Acquaintance& acquaintance);
    void tell(const std::optional<ui::Member>& changed);

    std::optional<CurrentCall>& call_;
    PeopleBook& book_;
    RealDiagnostics& diagnostics_;
    ui::KnockId last_knock_;
    /// When the relay was last heard again.
    base::LocalTime relay_back_at_{};
};

} // namespace plenum::app
