// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/outbox.h"
#include "core/wire/control.h"

#include <deque>
#include <vector>

namespace plenum::node {

/// What entries of the log did to tokens, told to the application in the order of the log: an entry once what its
/// author had said before is handed over, or at its deadline (docs/conversations.md). The log itself waits for nothing.
class EntryTeller {
  public:
    explicit EntryTeller(Outbox& outbox) : outbox_{outbox} {}

    using Conversations = std::vector<base::ConversationId>;
    /// The log has so many entries, and the last waits in these conversations to be released. `causes` may be null, and
    /// is where no member made the entry. Without `changes` only traces tell.
    void add(base::LogPosition size, std::vector<TokenChanged> changes, Conversations waits,
             const wire::Causes* causes);
    void release(base::LogPosition size, base::ConversationId conversation);
    /// It was closed.
    void forget(base::ConversationId conversation);

  private:
    struct Entry {
        base::LogPosition size;
        std::vector<TokenChanged> changes;
        Conversations waits;
        base::TraceEvent trace;
    };
    [[nodiscard]] static base::TraceEvent trace_of(const Entry& entry, const wire::Causes* causes);
    void tell_ready();

    Outbox& outbox_;
    std::deque<Entry> entries_;
};

} // namespace plenum::node
