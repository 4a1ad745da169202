// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/current_call.h"

namespace plenum::app {

void CurrentCall::clear() {
    roster.clear();
    whereabouts.clear();
    blocked.clear();
    was_in_call = false;
}

std::optional<base::ClockOffset> CurrentCall::clock() const {
    return session() != nullptr ? session()->conference_clock() : std::nullopt;
}

bool CurrentCall::in_conference() const {
    return state == ui::ConnectionState::in_call || state == ui::ConnectionState::reconnecting;
}

QString CurrentCall::group_label(base::ConversationId id) const {
    const auto found = whereabouts.conversations().find(id);
    if (id == log::plenary || found == whereabouts.conversations().end()) return {};
    return QString::fromStdString(found->second.label);
}

bool CurrentCall::act(const client::Session::FloorAct& act) const {
    return !in_conference() || session() == nullptr || session()->act(act);
}

} // namespace plenum::app
