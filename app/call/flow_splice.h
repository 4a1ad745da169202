// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/events.h"

#include <map>
#include <optional>

namespace plenum::app {

/// Numbers of each flow begin anew, and people go from the plenary's to a group's and back: what each sends of one
/// kind, as one stream. It goes on at the first message of another flow that was sent after all before it; what of the
/// former flow comes after that is passed over.
class FlowSplice {
  public:
    /// Its number in the one stream; nullopt for what comes too late.
    [[nodiscard]] std::optional<base::SequenceNumber> place(const node::MessageReceived& message);
    void forget(base::MemberIndex sender) { streams_.erase(sender); }

  private:
    struct Stream {
        base::FlowId flow;
        /// What the flow's numbers are moved by.
        std::int64_t offset{0};
        std::uint64_t highest{0};
        base::ConferenceTime newest{};
    };
    std::map<base::MemberIndex, Stream> streams_;
};

} // namespace plenum::app
