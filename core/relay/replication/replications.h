// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/connection_routes.h"
#include "core/relay/replication/replication.h"
#include "core/sched/timetable.h"

#include <map>
#include <memory>
#include <set>

namespace plenum::node {

/// All conferences of a relay that it copies to its standby.
class Replications {
  public:
    Replications(Replication::Options options, crypto::SeededRandom random)
        : options_{std::move(options)},
          random_{std::move(random)} {}

    /// Whether there is a standby.
    [[nodiscard]] bool enabled() const { return !options_.places.empty(); }
    /// A new conference is to wait for its first copy, since the standby answered for the last one.
    [[nodiscard]] bool holds_new() const { return enabled() && answers_; }
    void note_answer(bool answers) { answers_ = answers; }
    /// `conference` outlives it, or is removed first.
    /// Nothing happens where there is no standby.
    void add(RelayConference& conference, ConferenceRole role, base::LocalTime now);
    /// A member's program stands by, as long as members bear witness.
    struct Appointment {
        base::Address place;
        /// `wire::StandbyAppointed::secret`
        base::Seed secret;
        base::ConferenceTime reign{};
    };
    void add_appointed(RelayConference& conference, const Appointment& appointment, base::LocalTime now);
    /// Another relay of a cluster stands by. `revision`: of the conference's assignment.
    void add_clustered(RelayConference& conference, const base::Address& place, std::uint64_t revision,
                       ConferenceRole role, base::LocalTime now);
    /// The register names the standby at this revision.
    void confirm_standby(const base::ConferenceHandle& conference, std::uint64_t revision);
    [[nodiscard]] base::Seed draw_secret() { return random_.draw<base::Seed>(); }
    /// The standby takes over at once. False where it is not in step.
    [[nodiscard]] bool hand_over(const base::ConferenceHandle& conference) {
        const auto found = all_.find(conference);
        touch(conference);
        return found != all_.end() && found->second->hand_over();
    }
    void remove(const base::ConferenceHandle& conference);
    /// The conference is over: the standby is told.
    void forget(const base::ConferenceHandle& conference, Outbox& outbox, base::LocalTime now);
    /// The program ends.
    void close(wire::CloseReason reason, Outbox& outbox, base::LocalTime now);
    /// It has something that the standby lacks.
    void touch(const base::ConferenceHandle& conference) {
        if (all_.contains(conference)) touched_.insert(conference);
    }
    void renew_fence(const base::ConferenceHandle& conference) {
        if (const auto found = all_.find(conference); found != all_.end()) found->second->renew_fence();
        touch(conference);
    }
    /// One that has something to do; null if there is none.
    [[nodiscard]] Replication* take_touched();
    /// After a flush.
    void reschedule(Replication& replication) {
        routes_.note(replication.conference(), replication.connection());
        timetable_.set(replication, replication.next_wakeup());
    }

    void handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now);
    [[nodiscard]] bool takes(base::SessionIndex index) const;
    [[nodiscard]] std::optional<link::DatagramResult> handle_sealed(const wire::SealedHeader& header,
                                                                    base::ByteView datagram, base::LocalTime now);
    void handle_wakeup(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const { return timetable_.next(); }

  private:
    [[nodiscard]] Replication* route(base::SessionIndex index) const;

    Replication::Options options_;
    crypto::SeededRandom random_;
    bool answers_{true};
    std::map<base::ConferenceHandle, std::unique_ptr<Replication>> all_;
    std::set<base::ConferenceHandle> touched_;
    ConnectionRoutes<base::ConferenceHandle> routes_;
    sched::Timetable<Replication, &Replication::wakes> timetable_;
};

} // namespace plenum::node
