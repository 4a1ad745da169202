// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>

namespace plenum::app {

/// On which flows we may send now, as far as tokens go: what would be refused need not be asked for fifty times a
/// second. Told every event.
class FlowGate {
  public:
    void handle(const node::Event& event);
    [[nodiscard]] bool permits(base::FlowId flow) const;

  private:
    base::MemberIndex self_{};
    /// Nothing is heard of the relay: what we hold counts as lost.
    bool lease_over_{false};
    std::map<base::TokenId, std::shared_ptr<const token::Token>> tokens_;
};

} // namespace plenum::app
