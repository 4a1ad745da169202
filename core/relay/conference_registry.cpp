// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference_registry.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// A conference that nobody has been in for so long makes way for a new one where there is no room.
constexpr base::Duration empty_patience = std::chrono::hours{24};

bool is_unused(RelayConference& conference) {
    return conference.state().members.empty() && conference.fan_out().sessions().empty();
}

base::Duration idle_time(RelayConference& conference, base::LocalTime now) {
    return conference.sequencer().clock().to_conference(now) - conference.state().at;
}

/// A standby that dials has taken over: it was in step, so the fence holds us. Of two that served the conference each
/// by itself, as after members gave it back elsewhere, the one with the longer log goes on.
bool yields(RelayConference& conference, std::uint64_t draw, base::ConferenceTime reign, const wire::Replicate& other) {
    if (other.fence != base::ConferenceTime{} && reign != other.reign) return reign < other.reign;
    const bool replicated = conference.archive().durability().replicated();
    if (replicated != other.replicated) return replicated;
    return std::pair{conference.state().size, draw} < std::pair{other.log_size, other.draw};
}

bool is_left_out(const std::map<base::ConferenceHandle, base::LocalTime>& left_out,
                 const base::ConferenceHandle& handle, base::LocalTime now) {
    const auto found = left_out.find(handle);
    return found != left_out.end() && now < found->second;
}

} // namespace

ConferenceRegistry::ConferenceRegistry(Options options, Parts parts, Replication::Options replication,
                                       crypto::SeededRandom random)
    : options_{options},
      parts_{parts},
      replications_{std::move(replication), std::move(random)},
      replicas_{{&options.keys, options.ways, options.limits.history_bytes, options.cluster.has_value()}, parts.outbox},
      succession_{options.succession, parts.sessions, replications_},
      standbys_{options.cluster, replications_, parts.outbox} {}

std::shared_ptr<RelayConference> ConferenceRegistry::make(const base::ConferenceHandle& handle,
                                                          crypto::SecretKey access) const {
    return std::make_shared<RelayConference>(handle, std::move(access), options_.keys, parts_.outbox, options_.ways);
}

RelayConference& ConferenceRegistry::serve(std::shared_ptr<RelayConference> conference, base::LocalTime now) {
    open_door(*conference);
    std::ignore = move_door(*conference, now);
    conference->archive().bound(options_.limits.history_bytes, conference->state());
    return served_.add(std::move(conference));
}

std::expected<void, log::Refusal> ConferenceRegistry::load(ConferenceStored stored, base::LocalTime now) {
    if (served_.contains(stored.conference) || failed_.contains(stored.conference) ||
        replicas_.contains(stored.conference))
        return std::unexpected{log::Refusal::wrong_conference};
    // The program ended between the conference and its first entry, before anybody was told of it.
    if (stored.entries.empty()) {
        parts_.outbox.push(ForgetConference{stored.conference});
        return {};
    }
    // Whoever removes the standby from the settings says that it takes nothing over.
    const bool alone =
        stored.role == ConferenceRole::primary_replicated && !replications_.enabled() && !standbys_.enabled();
    if (alone) stored.role = ConferenceRole::primary;
    const auto role = stored.role;
    if (role == ConferenceRole::standby || role == ConferenceRole::standby_behind)
        return replicas_.load(std::move(stored), now);
    auto conference = make(stored.conference, crypto::SecretKey{stored.access});
    const auto handle = stored.conference;
    auto loaded = std::expected<void, log::Refusal>{std::unexpected{log::Refusal::malformed}};
    const auto thrown = run_contained([&] { loaded = conference->recovery().load(std::move(stored), now); });
    if (thrown) parts_.reporter.tell(ContainedFailure{handle, std::string{thrown->words()}, 1, base::Duration::max()});
    if (!loaded) return loaded;
    if (!conference->sequencer().catch_up(now)) return std::unexpected{log::Refusal::malformed};
    auto& made = serve(std::move(conference), now);
    if (alone) std::ignore = made.archive().store_role(ConferenceRole::primary);
    if (replications_.enabled()) made.recovery().ask_standby(now);
    standbys_.begin(made, role, now);
    served_.reschedule(made);
    left_out_.erase(handle);
    served_.settling().insert(handle);
    served_.refilling().insert(handle);
    report();
    return {};
}

void ConferenceRegistry::handle(const ConferenceLeftOut& left_out, base::LocalTime now) {
    left_out_[left_out.conference] = now + ConferenceLeftOut::patience;
}

void ConferenceRegistry::handle(const ConferenceKept& kept) {
    failed_.handle(kept);
    if (const auto session = replicas_.handle(kept)) parts_.sessions.touch(*session);
}

ConferenceRegistry::HandleUse ConferenceRegistry::use_of(const base::ConferenceHandle& door,
                                                         const base::ConferenceHandle& conference) const {
    if (deposed_.contains(door)) return HandleUse::deposed;
    const bool others = door != conference && (served_.contains(door) || failed_.contains(door));
    return others || replicas_.contains(door) || !doors_.is_free(door, conference) ? HandleUse::taken : HandleUse::free;
}

bool ConferenceRegistry::may_be_restored(const base::ConferenceHandle& handle, base::LocalTime now) {
    const bool free =
        !is_left_out(left_out_, handle, now) && !failed_.contains(handle) && use_of(handle, handle) == HandleUse::free;
    if (!free) return false;
    return standbys_.enabled() ? standbys_.may_be_restored(handle) : options_.restores;
}

void ConferenceRegistry::open_door(RelayConference& conference) {
    const auto& door = conference.admission().door();
    if (use_of(door, conference.handle()) == HandleUse::free) doors_.open(door, conference.handle());
}

bool ConferenceRegistry::move_door(RelayConference& conference, base::LocalTime now) {
    auto old = conference.admission().take_old_door();
    if (!old) return false;
    const bool moved = doors_.shut(old->handle, conference.handle());
    open_door(conference);
    if (moved) doors_.keep_old(old->handle, conference.handle(), std::move(old->access), now);
    return moved;
}

bool ConferenceRegistry::make_room(base::LocalTime now) {
    if (served_.size() + failed_.size() + replicas_.size() < options_.limits.conferences) return true;
    RelayConference* oldest = nullptr;
    for (const auto& [handle, conference] : served_.all()) {
        if (!is_unused(*conference)) continue;
        if (oldest == nullptr || idle_time(*conference, now) > idle_time(*oldest, now)) oldest = conference.get();
    }
    if (oldest == nullptr || idle_time(*oldest, now) < empty_patience) return false;
    forget(oldest->handle(), now);
    return true;
}

void ConferenceRegistry::forget(base::ConferenceHandle handle, base::LocalTime now) {
    ++parts_.reporter.counters().conferences_forgotten;
    replications_.forget(handle, parts_.outbox, now);
    succession_.forget(handle);
    standbys_.end(handle);
    parts_.outbox.push(ForgetConference{handle});
    doors_.close(handle);
    for (const auto index : served_.at(handle).fan_out().sessions())
        parts_.sessions.at(index).home = nullptr;
    served_.remove(handle);
    report();
    parts_.reporter.tell(RelayIncident{RelayIncident::Kind::conference_forgotten, {}, {}});
}

void ConferenceRegistry::forget_unused(base::LocalTime now) {
    std::vector<base::ConferenceHandle> unused;
    for (const auto& [handle, conference] : served_.all()) {
        if (is_unused(*conference) && idle_time(*conference, now) >= *options_.limits.retention)
            unused.push_back(handle);
    }
    for (const auto& handle : unused)
        forget(handle, now);
}

void ConferenceRegistry::close_sessions(RelayConference& conference, base::LocalTime now) {
    for (const auto index : conference.fan_out().sessions()) {
        auto& session = parts_.sessions.at(index);
        session.home = nullptr;
        session.attached = false;
        session.link.close(wire::CloseReason::restarting, now);
        parts_.sessions.touch(session);
    }
    replications_.remove(conference.handle());
    succession_.forget(conference.handle());
    standbys_.forget(conference.handle());
}

void ConferenceRegistry::fail(RelayConference& conference, const Thrown& thrown, base::LocalTime now) {
    const auto handle = conference.handle();
    close_sessions(conference, now);
    const auto failure = failed_.add(conference.recovery().take_remains(), now);
    served_.remove(handle);
    parts_.reporter.tell(ContainedFailure{handle, std::string{thrown.words()}, failure.failures, failure.back_in});
    report();
}

void ConferenceRegistry::depose(const base::ConferenceHandle& handle, base::LocalTime now) {
    replace(handle, now);
    deposed_.insert(handle);
    ++parts_.reporter.counters().conferences_deposed;
    report();
    parts_.reporter.tell(RelayIncident::Kind::conference_deposed, handle);
}

void ConferenceRegistry::replace(const base::ConferenceHandle& handle, base::LocalTime now) {
    close_sessions(served_.at(handle), now);
    doors_.close(handle);
    served_.remove(handle);
}

std::optional<wire::ReplicaStatus> ConferenceRegistry::refuse_copy(const wire::Replicate& request,
                                                                   base::LocalTime now) {
    const auto& handle = request.conference;
    // Whoever appointed this program names a fence.
    if (succession_.enabled() && request.fence == base::ConferenceTime{}) return wire::ReplicaStatus::refused;
    auto* own = served_.find(handle);
    const auto revision = standbys_.revision(handle);
    // It is not known yet which of the two is the home.
    if (own != nullptr && standbys_.enabled() && revision == 0) return wire::ReplicaStatus::refused;
    const bool later = request.assignment > revision;
    if (own != nullptr &&
        (standbys_.enabled() ? later : yields(*own, options_.draw, succession_.reign(handle), request)))
        depose(base::ConferenceHandle{handle}, now);
    if (served_.contains(handle) || failed_.contains(handle)) return wire::ReplicaStatus::leads;
    if (is_left_out(left_out_, handle, now)) return wire::ReplicaStatus::refused;
    const auto conferences = served_.size() + failed_.size() + replicas_.size();
    if (!replicas_.contains(handle) && conferences >= options_.limits.conferences) return wire::ReplicaStatus::refused;
    deposed_.erase(handle);
    return std::nullopt;
}

} // namespace plenum::node
