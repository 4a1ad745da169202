// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/call/whereabouts.h"
#include "app/plenum/blocked_people.h"
#include "app/plenum/call.h"
#include "app/plenum/roster.h"
#include "ui/port/port_types.h"

#include <memory>
#include <optional>

namespace plenum::app {

/// The state of a call that more than one port needs. It stays readable after the call until the next one begins.
struct CurrentCall {
    /// Another call begins.
    void clear();
    /// Null outside a call.
    [[nodiscard]] client::Session* session() const { return call ? call->session() : nullptr; }
    [[nodiscard]] CallMedia* media() const { return call ? call->media() : nullptr; }
    [[nodiscard]] std::optional<base::ClockOffset> clock() const;
    [[nodiscard]] bool in_conference() const;
    [[nodiscard]] bool is_blocked(base::MemberIndex index) const { return blocked.contains(roster.identity_of(index)); }
    /// Empty for the plenary, and for a group that is closed.
    [[nodiscard]] QString group_label(base::ConversationId id) const;
    /// False where the session's loop is behind; what makes no sense in the present state is ignored.
    [[nodiscard]] bool act(const client::Session::FloorAct& act) const;

    ui::ConnectionState state{ui::ConnectionState::idle};
    ui::ConferenceFacts facts;
    Roster roster;
    Whereabouts whereabouts;
    BlockedPeople blocked;
    base::LocalTime entered_at{};
    bool was_in_call{false};
    std::unique_ptr<Call> call;
};

} // namespace plenum::app
