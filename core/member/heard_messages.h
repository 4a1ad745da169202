// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/peer/message_history.h"
#include "core/wire/control.h"

#include <deque>

namespace plenum::node {

/// What a member heard of others on reliable flows, as it came and was found authentic: for a relay that lost it and
/// asks. Who spoke gives their own words back (`ReliableStreams::resume`); these are for those who left.
class HeardMessages {
  public:
    HeardMessages() { kept_.bound(base::limits::heard_bytes_max, nullptr); }

    void keep(const wire::ReliableMessage& message);
    /// The relay says what it has: what goes beyond, of those who are in the conference no longer, is due.
    void handle(const wire::WordsWanted& wanted, const log::State& state);
    /// The session is over: nobody waits for the rest.
    void handle_lost();
    /// Sends what the control stream has room for, and that it was all.
    void pump(link::Link& link);
    [[nodiscard]] std::size_t bytes() const { return kept_.bytes(); }

  private:
    /// False where the link has no room for the rest of the stream.
    [[nodiscard]] bool give(link::Link& link, wire::StreamPosition& due) const;

    MessageHistory kept_;
    /// From where on each stream is still to be given.
    std::deque<wire::StreamPosition> due_;
    bool asked_{false};
};

} // namespace plenum::node
