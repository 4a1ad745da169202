// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/context.h"
#include "core/wire/control.h"

#include <map>
#include <optional>

namespace plenum::node {

/// What is to be announced of messages that go to nobody, such as voices beyond those that are passed on.
///
/// Only a later message of the same sender waits for these: what nobody received, no message of others depends on.
/// Therefore they are announced together, just before anything else of that sender is passed on.
class GapBook {
  public:
    /// Adds one. Gives back what has to be announced now, since it cannot be told together with this one.
    [[nodiscard]] std::optional<wire::Gap> add(wire::Gap gap);
    /// What is to be announced before another message of this sender.
    [[nodiscard]] std::optional<wire::Gap> take(base::MemberIndex sender);

  private:
    struct Pending {
        base::FlowId flow{};
        std::uint8_t count{0};
        conversation::Context context;
    };
    [[nodiscard]] static bool join(Pending& pending, const Pending& next);
    [[nodiscard]] static wire::Gap gap_of(base::MemberIndex sender, const Pending& pending);

    std::map<base::MemberIndex, Pending> pending_;
};

} // namespace plenum::node
