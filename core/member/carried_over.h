// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"

#include <expected>
#include <map>
#include <vector>

namespace plenum::node {

/// What a member that is written out of the log has to say once it is back as someone new: what the relay had not
/// confirmed, and what is published meanwhile. Bounded as if it were published at once.
class CarriedOver {
  public:
    /// Reliable flows, with the bytes of their largest message.
    using Flows = std::map<base::FlowId, std::size_t>;
    CarriedOver(Flows flows, std::vector<Publish> unconfirmed);

    /// Errors: wrong_state (live messages are worth nothing later), too_large, queue_full.
    [[nodiscard]] std::expected<void, CommandError> add(const Publish& message);
    [[nodiscard]] const std::vector<Publish>& messages() const { return messages_; }

  private:
    Flows flows_;
    std::vector<Publish> messages_;
};

} // namespace plenum::node
