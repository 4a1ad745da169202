// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/log_tracer.h"

namespace plenum::node {

void LogTracer::note(const log::Applied& applied, const log::State& state, bool begins) {
    if (!outbox_.traces() || follows_) return;
    const base::LogPosition position{state.size.value() - 1};
    base::TraceEvent trace;
    trace.kind = base::TraceEvent::Kind::log;
    trace.position = position;
    trace.hash = state.head;
    trace.entry = log::name_of(applied.operation);
    trace.sent_at = state.at;
    untold_.push_back(std::move(trace));
    for (auto& event : begins ? tokens_.begin(state, position) : tokens_.handle(applied, state, position))
        untold_.push_back(std::move(event));
}

void LogTracer::tell(base::LogPosition end) {
    while (!untold_.empty() && *untold_.front().position < end) {
        untold_.front().conference = conference_;
        outbox_.trace([&] { return std::move(untold_.front()); });
        untold_.pop_front();
    }
}

void LogTracer::tell_takeover(const log::State& state) {
    outbox_.trace([&] {
        base::TraceEvent trace;
        trace.kind = base::TraceEvent::Kind::takeover;
        trace.conference = conference_;
        trace.position = base::LogPosition{state.size.value() - 1};
        trace.hash = state.head;
        return trace;
    });
}

} // namespace plenum::node
