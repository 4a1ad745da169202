// SPDX-License-Identifier: Apache-2.0
// The bulkhead: a failure while the relay does what one conference asks for closes that conference; all others go on.
//
// Sessions of the conference are told that the relay restarts, which for them is true: they dial again, and find the
// conference as its log and its messages stood. It is made anew from these alone, as after a restart of the relay;
// whatever else was in memory may be what failed. Nothing settles (relay_refill.cpp), since nothing was lost.
#include "core/log/apply_known.h"
#include "core/peer/hello.h"
#include "core/relay/relay.h"

namespace plenum::node {

/// Its members dial again; nothing else goes on with it.
void Relay::close_sessions(RelayConference& conference, base::LocalTime now) {
    for (const auto index : conference.fan_out().sessions()) {
        auto& session = sessions_.at(index);
        session.home = nullptr;
        session.attached = false;
        session.link.close(wire::CloseReason::restarting, now);
        sessions_.touch(session);
    }
    remove(conference);
}

void Relay::fail(RelayConference& conference, const Thrown& thrown, base::LocalTime now) {
    const auto handle = conference.handle();
    close_sessions(conference, now);
    const auto failure = failed_.add(conference.recovery().take_remains(), now);
    conferences_.remove(handle);
    reporter_.tell(ContainedFailure{handle, std::string{thrown.words()}, failure.failures, failure.back_in});
    report();
}

void Relay::fail(RelaySession& session, const Thrown& thrown, base::LocalTime now) {
    if (auto* conference = conference_of(session)) return fail(*conference, thrown, now);
    drop_session(session.index, now);
    reporter_.tell(ContainedFailure{std::nullopt, std::string{thrown.words()}, 1, {}});
}

void Relay::resume_failed(base::LocalTime now) {
    while (auto remains = closing_ ? std::nullopt : failed_.take_due(now)) {
        const auto handle = remains->handle;
        const auto thrown = run_contained([&] { resume(std::move(*remains), ResumedFrom::failure, now); });
        // What is left is with its members, who may give it back, and in the store.
        if (thrown) reporter_.tell(ContainedFailure{handle, std::string{thrown->words()}, 1, base::Duration::max()});
    }
}

void Relay::resume(LogRecovery::Remains remains, ResumedFrom from, base::LocalTime now) {
    const auto handle = remains.handle;
    const bool told = from == ResumedFrom::failure;
    const auto role =
        remains.kept.durability.replicated() ? ConferenceRole::primary_replicated : ConferenceRole::primary;
    auto conference = std::make_unique<RelayConference>(handle, std::move(remains.access), keys_, outbox_, ways_);
    if (!conference->recovery().resume(std::move(remains), told, now) || !conference->sequencer().is_ours() ||
        !conference->sequencer().catch_up(now)) {
        return reporter_.tell(ContainedFailure{handle, "its log cannot be read again", 1, base::Duration::max()});
    }
    open_door(*conference);
    conference->archive().bound(limits_.history_bytes, conference->state());
    std::ignore = conference->changes().take_news();
    auto& made = conferences_.add(std::move(conference));
    if (!told) {
        made.sequencer().tracer().tell_takeover(made.state());
        settling_.insert(handle);
    }
    made.archive().find_rejected(made.state());
    replicate(made, role, now);
    conferences_.reschedule(made);
    report();
}

} // namespace plenum::node
