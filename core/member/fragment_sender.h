// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/frame_pool.h"
#include "core/link/link.h"
#include "core/log/operation.h"
#include "core/peer/context_book.h"

namespace plenum::node {

/// Cuts sealed live messages into fragments and gives these to the link. Remembers the causal contexts of messages in
/// several fragments, for the gap that is told when one of them is dropped.
class FragmentSender {
  public:
    struct Sealed {
        const wire::MessageHeader& header;
        const base::Bytes& bytes;
        /// For the first fragment's datagram.
        const wire::Shim& shim;
    };
    /// Precondition: `flow` is live.
    void send(const Sealed& message, const log::FlowDeclaration& flow, link::Link& link, base::LocalTime now);
    /// As ContextBook has it.
    [[nodiscard]] std::optional<wire::Gap> gap_of(const wire::FragmentFrame& dropped) {
        return contexts_.gap_of(dropped);
    }

  private:
    /// As many as wait in a link that is given more than it can send.
    link::FramePool frames_{base::limits::send_queue_packets_max};
    /// Keeps its memory.
    wire::FragmentFrame fragment_;
    ContextBook contexts_;
};

} // namespace plenum::node
