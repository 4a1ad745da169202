// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference_resumption.h"

namespace plenum::node {

void ConferenceResumption::resume_failed(base::LocalTime now) {
    while (auto remains = registry_.failed().take_due(now)) {
        const auto handle = remains->handle;
        const auto thrown = run_contained([&] { resume(std::move(*remains), ResumedFrom::failure, now); });
        // What is left is with its members, who may give it back, and in the store.
        if (thrown) reporter_.tell(ContainedFailure{handle, std::string{thrown->words()}, 1, base::Duration::max()});
    }
}

void ConferenceResumption::resume(LogRecovery::Remains remains, ResumedFrom from, base::LocalTime now) {
    const auto handle = remains.handle;
    const bool told = from == ResumedFrom::failure;
    const auto role =
        remains.kept.durability.replicated() ? ConferenceRole::primary_replicated : ConferenceRole::primary;
    auto conference = registry_.make(handle, std::move(remains.access));
    if (!conference->recovery().resume(std::move(remains), told, now) || !conference->sequencer().is_ours() ||
        !conference->sequencer().catch_up(now)) {
        return reporter_.tell(ContainedFailure{handle, "its log cannot be read again", 1, base::Duration::max()});
    }
    auto& made = registry_.serve(std::move(conference), now);
    if (!told) {
        made.sequencer().tracer().tell_takeover(made.state());
        registry_.served().settling().insert(handle);
    }
    made.archive().find_rejected(made.state());
    registry_.standbys().begin(made, role, now);
    registry_.served().reschedule(made);
    registry_.report();
}

void ConferenceResumption::take_over(base::LocalTime now) {
    for (auto& remains : registry_.replicas().take_over(now))
        take_over(std::move(remains), now);
    for (const auto& lost : registry_.replicas().take_lost())
        registry_.standbys().take_over(lost);
}

void ConferenceResumption::take_over(LogRecovery::Remains remains, base::LocalTime now) {
    const auto handle = remains.handle;
    registry_.succession().begin_reign(handle, remains.fence);
    const auto thrown = run_contained([&] { resume(std::move(remains), ResumedFrom::copy, now); });
    if (thrown) reporter_.tell(ContainedFailure{handle, std::string{thrown->words()}, 1, base::Duration::max()});
    ++reporter_.counters().conferences_taken_over;
    reporter_.tell(RelayIncident::Kind::conference_taken_over, handle);
}

} // namespace plenum::node
