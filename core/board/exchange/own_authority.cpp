// SPDX-License-Identifier: Apache-2.0
#include "core/board/exchange/own_authority.h"

namespace plenum::board {

bool OwnAuthority::handle(const node::Event& event) {
    const auto before = value();
    if (const auto* joined = std::get_if<node::MemberJoined>(&event)) {
        if (!joined->self) return false;
        self_ = joined->member;
        moderator_ = joined->role == node::MemberRole::moderator;
    } else if (const auto* role = std::get_if<node::MemberRoleChanged>(&event)) {
        if (role->member == self_) moderator_ = role->role == node::MemberRole::moderator;
    } else if (const auto* policy = std::get_if<node::PolicyChanged>(&event)) {
        policy_ = policy->policy.board;
    }
    return value() != before;
}

} // namespace plenum::board
