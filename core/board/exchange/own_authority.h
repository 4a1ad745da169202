// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"
#include "core/board/ids.h"

namespace plenum::board {

/// How far we may go on the board: moderators do everything, and all others what the conference's policy says.
class OwnAuthority {
  public:
    /// Whether it is another one since.
    bool handle(const node::Event& event);
    [[nodiscard]] Authority value() const { return moderator_ ? Authority::manage : policy_; }

  private:
    base::MemberIndex self_{};
    bool moderator_{false};
    Authority policy_{Authority::manage};
};

} // namespace plenum::board
