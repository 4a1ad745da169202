// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/board_rights.h"

#include "core/base/enums.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void BoardRights::on_event(Session session, const node::Event& event, VirtualTime) {
    if (const auto* declared = std::get_if<node::FlowDeclared>(&event)) {
        if (declared->spec.kind == base::FlowKind::board) boards_.insert(declared->flow);
    } else if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (joined->role == node::MemberRole::moderator) moderators_.insert(joined->member);
    } else if (const auto* role = std::get_if<node::MemberRoleChanged>(&event)) {
        if (role->role == node::MemberRole::moderator) moderators_.insert(role->member);
    } else if (const auto* policy = std::get_if<node::PolicyChanged>(&event)) {
        most_ = std::max(most_, policy->policy.board);
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        const bool judged = boards_.contains(message->flow) && !moderators_.contains(message->sender);
        if (!judged || message->flags.authority() <= most_) return;
        fail(fmt::format("node {} heard member {} claim {}, who may {} at most", session.node.value(),
                         message->sender.value(), base::enumerator_name(message->flags.authority()),
                         base::enumerator_name(most_)));
    }
}

} // namespace plenum::sim
