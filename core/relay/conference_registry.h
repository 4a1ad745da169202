// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/admission/doors.h"
#include "core/relay/bulkhead.h"
#include "core/relay/conference_table.h"
#include "core/relay/failed_conferences.h"
#include "core/relay/relay_reporter.h"
#include "core/relay/replication/cluster_standbys.h"
#include "core/relay/replication/replicas.h"
#include "core/relay/replication/succession.h"
#include "core/relay/session_table.h"

namespace plenum::node {

/// Which conferences a relay has, and how each begins, goes on elsewhere and ends: those that it serves, those closed
/// after a failure, and copies of another relay's. Of each handle there is one.
class ConferenceRegistry {
  public:
    struct Options {
        const RelayKeys& keys;
        const RelayLimits& limits;
        RelayConference::Ways ways;
        /// `wire::Replicate::draw`.
        std::uint64_t draw;
        /// `Succession`
        std::optional<base::Seed> succession;
        /// Whether members may give it conferences that it does not know. Of several relays one may still serve them.
        bool restores{true};
        /// Where others reach this relay, if it is in a cluster.
        std::optional<base::Address> cluster{};
    };
    struct Parts {
        SessionTable& sessions;
        RelayReporter& reporter;
        Outbox& outbox;
    };
    /// Of a deposed conference, which was served here, the standby has it now.
    enum class HandleUse : std::uint8_t { free = 1, taken, deposed };

    ConferenceRegistry(Options options, Parts parts, Replication::Options replication, crypto::SeededRandom random);

    [[nodiscard]] ConferenceTable& served() { return served_; }
    [[nodiscard]] const ConferenceTable& served() const { return served_; }
    [[nodiscard]] Doors& doors() { return doors_; }
    [[nodiscard]] Replications& replications() { return replications_; }
    [[nodiscard]] const Replications& replications() const { return replications_; }
    [[nodiscard]] Replicas& replicas() { return replicas_; }
    [[nodiscard]] Succession& succession() { return succession_; }
    [[nodiscard]] ClusterStandbys& standbys() { return standbys_; }

    /// Refused too where the conference is there.
    [[nodiscard]] std::expected<void, log::Refusal> load(ConferenceStored stored, base::LocalTime now);
    /// The store may still give it, and until then nobody else may.
    void handle(const ConferenceLeftOut& left_out, base::LocalTime now);
    /// Of one that is not served.
    void handle(const ConferenceKept& kept);
    /// Not yet served.
    [[nodiscard]] std::shared_ptr<RelayConference> make(const base::ConferenceHandle& handle,
                                                        crypto::SecretKey access) const;
    /// From now on it is served. Precondition: its handle and its door are free.
    RelayConference& serve(std::shared_ptr<RelayConference> conference, base::LocalTime now);
    /// A handle is one conference's, whether it is its name, its door or a door that it had: whoever could take
    /// another's would shut that one out of its own relay.
    [[nodiscard]] HandleUse use_of(const base::ConferenceHandle& door, const base::ConferenceHandle& conference) const;
    /// Whether members may bring it back.
    [[nodiscard]] bool may_be_restored(const base::ConferenceHandle& handle, base::LocalTime now);
    /// After a change of the link. False where nothing changed, or where the door was not this conference's.
    bool move_door(RelayConference& conference, base::LocalTime now);
    /// A full relay forgets the conference that has been empty for longest, if that is long enough.
    [[nodiscard]] bool make_room(base::LocalTime now);
    void forget(base::ConferenceHandle handle, base::LocalTime now);
    void forget_unused(base::LocalTime now);

    /// It is closed, and begins anew later.
    void fail(RelayConference& conference, const Thrown& thrown, base::LocalTime now);
    /// Does what concerns one conference, and closes it where something throws.
    template <class Work>
    void contain(RelayConference& conference, base::LocalTime now, const Work& work) {
        if (const auto thrown = run_contained(work)) fail(conference, *thrown, now);
    }
    [[nodiscard]] FailedConferences& failed() { return failed_; }
    /// The standby serves it. Members are told that the relay restarts, and look for it there; what the standby had not
    /// acknowledged nobody was told. The store keeps its file, and after a restart the standby says the same again.
    void depose(const base::ConferenceHandle& handle, base::LocalTime now);
    /// Another, with a longer log, takes its place.
    void replace(const base::ConferenceHandle& handle, base::LocalTime now);
    /// A primary with our keys wants a copy here; nullopt where it may have one.
    [[nodiscard]] std::optional<wire::ReplicaStatus> refuse_copy(const wire::Replicate& request, base::LocalTime now);

    /// How many are there, for the operator.
    void report() { parts_.reporter.tell(RelayStatus{parts_.sessions.size(), served_.size()}); }
    [[nodiscard]] base::LocalTime next_wakeup() const {
        return std::min(failed_.next_wakeup(), replicas_.next_wakeup());
    }

  private:
    void open_door(RelayConference& conference);
    /// Its members dial again; nothing else goes on with it.
    void close_sessions(RelayConference& conference, base::LocalTime now);

    Options options_;
    Parts parts_;
    ConferenceTable served_;
    Doors doors_;
    Replications replications_;
    Replicas replicas_;
    Succession succession_;
    ClusterStandbys standbys_;
    /// Their standby serves them. Nobody makes them anew here.
    std::set<base::ConferenceHandle> deposed_;
    /// Their doors stay theirs.
    FailedConferences failed_;
    std::map<base::ConferenceHandle, base::LocalTime> left_out_;
};

} // namespace plenum::node
