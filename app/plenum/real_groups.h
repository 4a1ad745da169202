// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/real_diagnostics.h"
#include "app/plenum/real_floors.h"
#include "ui/port/group_port.h"

#include <map>

namespace plenum::app {

/// The groups of the call, and where our microphone and camera go.
class RealGroups : public ui::GroupPort {
    Q_OBJECT

  public:
    /// All outlive this.
    RealGroups(std::optional<CurrentCall>& call, RealFloors& floors, RealDiagnostics& diagnostics)
        : call_{call},
          floors_{floors},
          diagnostics_{diagnostics} {}

    // GroupPort
    void act_on_group(const ui::GroupAct& act) override;
    void speak_to_all(bool to_all) override;

    /// The call is over.
    void clear();
    /// The groups as they stand now, where that is news.
    void tell();
    void set_speaks_to_all(bool to_all);
    void handle(const node::MemberJoined&) { tell(); }
    void handle(const node::MemberLeft&) { tell(); }
    void handle(const node::MembersPlaced&) { tell(); }
    void handle(const node::ConversationChanged&) { tell(); }
    /// Times depend on the conference's clock.
    void handle(const node::LinkHealth&) { tell(); }

  private:
    [[nodiscard]] ui::Group shown(base::ConversationId id) const;
    [[nodiscard]] std::optional<base::ConferenceTime> conference_time(const QDateTime& at) const;
    /// Floors, microphone, camera and chat as our place has it, anew.
    void apply();

    std::optional<CurrentCall>& call_;
    RealFloors& floors_;
    RealDiagnostics& diagnostics_;
    /// As they were told last.
    std::map<base::ConversationId, ui::Group> told_;
    base::ConversationId own_told_;
};

} // namespace plenum::app
