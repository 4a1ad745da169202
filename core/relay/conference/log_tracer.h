// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/peer/outbox.h"
#include "core/peer/token_tracer.h"

#include <deque>

namespace plenum::node {

/// Entries of one conference as trace events, which follow once the entries may be told to others.
class LogTracer {
  public:
    LogTracer(const base::ConferenceHandle& conference, Outbox& outbox) : conference_{conference}, outbox_{outbox} {}

    /// It is a copy of what another relay serves: nothing is traced.
    void follow() { follows_ = true; }
    /// `begins`: the entry is the checkpoint that the kept log begins with.
    void note(const log::Applied& applied, const log::State& state, bool begins);
    /// Entries below `end` may be told now.
    void tell(base::LogPosition end);
    /// Those that wait were told before.
    void drop() { untold_.clear(); }
    /// The relay goes on with a log from elsewhere.
    void tell_takeover(const log::State& state);

  private:
    base::ConferenceHandle conference_;
    Outbox& outbox_;
    bool follows_{false};
    TokenTracer tokens_;
    /// Empty where nobody wants traces.
    std::deque<base::TraceEvent> untold_;
};

} // namespace plenum::node
