// SPDX-License-Identifier: Apache-2.0
#include "core/relay/replication/replications.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

void Replications::add(RelayConference& conference, ConferenceRole role, base::LocalTime now) {
    if (!enabled()) return;
    auto& made = all_[conference.handle()];
    made = std::make_unique<Replication>(options_.copy(), conference, role, random_.split(), now);
    touched_.insert(conference.handle());
}

void Replications::add_appointed(RelayConference& conference, const Appointment& appointment, base::LocalTime now) {
    auto options = options_.copy();
    options.places = {appointment.place};
    options.relay.key = replication_key(appointment.secret);
    options.appointed = true;
    options.reign = appointment.reign;
    all_[conference.handle()] =
        std::make_unique<Replication>(std::move(options), conference, ConferenceRole::primary, random_.split(), now);
    touched_.insert(conference.handle());
}

void Replications::add_clustered(RelayConference& conference, const base::Address& place, std::uint64_t revision,
                                 ConferenceRole role, base::LocalTime now) {
    remove(conference.handle());
    auto options = options_.copy();
    options.places = {place};
    options.clustered = true;
    options.assignment = revision;
    all_[conference.handle()] =
        std::make_unique<Replication>(std::move(options), conference, role, random_.split(), now);
    touched_.insert(conference.handle());
}

void Replications::confirm_standby(const base::ConferenceHandle& conference, std::uint64_t revision) {
    const auto found = all_.find(conference);
    if (found == all_.end()) return;
    found->second->confirm(revision);
    touched_.insert(conference);
}

void Replications::remove(const base::ConferenceHandle& conference) {
    const auto found = all_.find(conference);
    if (found == all_.end()) return;
    timetable_.remove(*found->second);
    routes_.remove(conference);
    touched_.erase(conference);
    all_.erase(found);
}

void Replications::forget(const base::ConferenceHandle& conference, Outbox& outbox, base::LocalTime now) {
    const auto found = all_.find(conference);
    if (found != all_.end()) found->second->forget(outbox, now);
    remove(conference);
}

void Replications::close(wire::CloseReason reason, Outbox& outbox, base::LocalTime now) {
    // After an interruption the standby serves meanwhile; nothing is lost if this is not heard.
    if (reason != wire::CloseReason::host_closed) return;
    for (auto& [handle, each] : all_)
        each->close(reason, outbox, now);
}

Replication* Replications::take_touched() {
    if (touched_.empty()) return nullptr;
    const auto handle = touched_.extract(touched_.begin()).value();
    const auto found = all_.find(handle);
    return found == all_.end() ? nullptr : found->second.get();
}

Replication* Replications::route(base::SessionIndex index) const {
    const auto* handle = routes_.find(index);
    const auto found = handle == nullptr ? all_.end() : all_.find(*handle);
    return found == all_.end() ? nullptr : found->second.get();
}

void Replications::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    auto* replication = route(receiver);
    if (replication == nullptr) return;
    replication->handle_response(receiver, datagram, now);
    touched_.insert(replication->conference());
}

bool Replications::takes(base::SessionIndex index) const {
    const auto* replication = route(index);
    return replication != nullptr && replication->connection().takes(index);
}

std::optional<link::DatagramResult> Replications::handle_sealed(const wire::SealedHeader& header,
                                                                base::ByteView datagram, base::LocalTime now) {
    auto* replication = route(header.receiver);
    const auto result = replication == nullptr ? std::nullopt : replication->handle_sealed(header, datagram, now);
    if (result) touched_.insert(replication->conference());
    return result;
}

void Replications::handle_wakeup(base::LocalTime now) {
    while (auto* due = timetable_.take_due(now)) {
        due->handle_wakeup(now);
        touched_.insert(due->conference());
    }
}

} // namespace plenum::node
