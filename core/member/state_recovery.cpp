// SPDX-License-Identifier: Apache-2.0
#include "core/member/state_recovery.h"

#include <algorithm>

namespace plenum::node {

void StateRecovery::flush(bool active, Outbox& outbox, base::LocalTime now) {
    const auto* link = connection_.link();
    const bool there = link != nullptr && !link->silent();
    if (there && !begin_at_ && sessions_.empty()) return;
    if (!active) {
        begin_at_.reset();
        return sessions_.clear();
    }
    if (there || !can_help()) {
        begin_at_.reset();
        for (auto& each : sessions_)
            each->abandon(now);
        std::ignore = flush_sessions(outbox, now);
        return;
    }
    begin_due(now);
    if (const auto place = flush_sessions(outbox, now)) {
        connection_.turn_to(*place, now);
        connection_.flush(outbox, now);
    }
}

bool StateRecovery::can_help() const {
    if (roster_.self_member() != nullptr) return roster_.kept().keeps();
    return roster_.state().size == base::LogPosition{} && led_ != base::ConferenceHandle{} &&
           witness_.place() != nullptr;
}

void StateRecovery::begin_due(base::LocalTime now) {
    const auto* standby = witness_.place();
    if (!begin_at_) {
        begin_at_ = now + (standby == nullptr ? begin_after : witness_after);
        witness_interval_ = witness_interval_min;
    }
    if (now < *begin_at_) return;
    if (standby != nullptr) return bear_witness(*standby, now);
    begin_at_ = now + interval;
    sessions_.clear();
    for (const auto& place : connection_.places())
        sessions_.push_back(
            std::make_unique<RecoverySession>(options_at(place, {}), roster_.kept().log(), random_.split(), now));
}

void StateRecovery::bear_witness(const wire::RelayPlace& standby, base::LocalTime now) {
    begin_at_ = now + witness_interval_;
    // One that is not answered yet repeats its handshake.
    if (!sessions_.empty()) return;
    witness_interval_ = std::min(witness_interval_ * 3 / 2, witness_interval_max);
    const auto fence = witness_.witness_silence();
    if (!fence) return;
    const base::Address place{standby.address.bytes, standby.port};
    sessions_.push_back(
        std::make_unique<RecoverySession>(options_at(place, *fence), roster_.kept().log(), random_.split(), now));
}

RecoverySession::Options StateRecovery::options_at(const base::Address& place, base::ConferenceTime fence) const {
    const auto& own = roster_.own();
    const auto* first = roster_.keys().links().keys(0);
    const bool knows = roster_.state().size != base::LogPosition{};
    const auto access = first == nullptr ? base::SecretKey{} : first->access.expose();
    return {place,
            own.link.relay_key,
            own.exchange.copy(),
            own.identity.copy(),
            ciphers_,
            wire::Restore{knows ? roster_.state().conference : led_, access, roster_.state().size, fence}};
}

std::optional<base::Address> StateRecovery::flush_sessions(Outbox& outbox, base::LocalTime now) {
    std::optional<base::Address> place;
    for (auto& each : sessions_) {
        each->flush(outbox, now);
        if (each->take_restored()) place = each->place();
    }
    std::erase_if(sessions_, [](const auto& each) { return each->over(); });
    return place;
}

void StateRecovery::handle_response(base::SessionIndex receiver, base::ByteView datagram, base::LocalTime now) {
    for (auto& each : sessions_)
        each->connection().handle_response(receiver, datagram, now);
}

bool StateRecovery::takes(base::SessionIndex index) const {
    return std::ranges::any_of(sessions_, [index](const auto& each) { return each->connection().takes(index); });
}

std::optional<link::DatagramResult> StateRecovery::handle_sealed(const wire::SealedHeader& header,
                                                                 base::ByteView datagram, base::LocalTime now) {
    for (auto& each : sessions_) {
        if (auto result = each->connection().handle_sealed(header, datagram, now)) return result;
    }
    return std::nullopt;
}

void StateRecovery::handle_wakeup(base::LocalTime now) {
    for (auto& each : sessions_)
        each->connection().handle_wakeup(now);
}

base::LocalTime StateRecovery::next_wakeup() const {
    auto at = begin_at_.value_or(base::local_time_max);
    for (const auto& each : sessions_)
        at = std::min(at, each->connection().next_wakeup());
    return at;
}

} // namespace plenum::node
