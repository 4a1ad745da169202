// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/session_table.h"
#include "core/wire/frames.h"

#include <map>

namespace plenum::node {

/// A fragment's receivers that edges relay: each edge gets it once, and passes it on to those.
class EdgeCopies {
  public:
    struct Message {
        const wire::FragmentFrame& fragment;
        base::PriorityClass priority;
        base::Duration remaining;
        bool awaited;
    };

    [[nodiscard]] bool empty() const { return copies_.empty(); }
    /// `shim`: goes with the copy. Precondition: an edge relays the session.
    void add(RelaySession& receiver, wire::Shim shim = {});
    void send(const Message& message, SessionTable& sessions, base::LocalTime now) const;

  private:
    struct Copy {
        /// Brings the copy: of the edge's sessions the first, so that one link's rate follows the path.
        RelaySession* carrier;
        base::Bytes receivers;
        wire::Shim shim;
    };
    /// By edge and block of slots.
    std::map<std::pair<std::uint64_t, std::uint8_t>, Copy> copies_;
};

/// The slots that a frame names.
[[nodiscard]] std::vector<std::uint32_t> slots_of(const wire::RelayedFragmentFrame& frame);

} // namespace plenum::node
