// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/roster.h"
#include "core/wire/control.h"
#include "core/wire/message.h"

namespace plenum::node {

/// Tells the trace what becomes of a member's messages. Messages of a conversation are named by ordinal.
class MessageTracer {
  public:
    MessageTracer(const Roster& roster, Outbox& outbox) : roster_{roster}, outbox_{outbox} {}

    /// Each message of the header's.
    void trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, std::string_view why = {}) const;
    /// One of them.
    void trace(base::TraceEvent::Kind kind, const wire::MessageHeader& header, base::SequenceNumber sequence,
               std::string_view why = {}) const;
    void trace(const wire::Gap& gap, base::ConversationId conversation) const;

  private:
    void name_in_conversation(base::TraceEvent& event, const wire::MessageHeader& header,
                              base::SequenceNumber sequence) const;

    const Roster& roster_;
    Outbox& outbox_;
};

} // namespace plenum::node
