// SPDX-License-Identifier: Apache-2.0
#include "core/member/lifecycle.h"

namespace plenum::node {
namespace {

constexpr base::Duration leave_patience = std::chrono::milliseconds{800};
constexpr base::Duration key_patience = std::chrono::seconds{20};
/// Where the key leader's program lets people in, it takes less than this.
constexpr base::Duration lobby_patience = std::chrono::milliseconds{700};

} // namespace

Lifecycle::Lifecycle(Connection& connection, Outbox& outbox) : connection_{connection}, outbox_{outbox} {
    set_phase(Phase::connecting);
}

bool Lifecycle::set_phase(Phase phase) {
    if (phase_ == phase || ended_) return false;
    phase_ = phase;
    outbox_.event(PhaseChanged{phase});
    return true;
}

void Lifecycle::handle_connected(bool member) {
    if (!member && phase_ != Phase::lobby) set_phase(Phase::joining);
}

void Lifecycle::handle_lost() {
    lobby_at_.reset();
    set_phase(Phase::reconnecting);
}

void Lifecycle::handle_attached() {
    lobby_at_.reset();
    if (phase_ == Phase::lobby) set_phase(Phase::joining);
}

void Lifecycle::handle(const Connection::Over& over, base::LocalTime now) {
    if (leave_by_) return end(EndReason::left, now);
    if (!over.reason) return end(EndReason::no_answer, now);
    switch (*over.reason) {
    case wire::CloseReason::host_closed: return end(EndReason::relay_closed, now);
    case wire::CloseReason::unknown_version: return end(EndReason::unknown_version, now);
    case wire::CloseReason::leaving: return end(EndReason::relay_closed, now);
    default: return end(EndReason::relay_refused, now);
    }
}

void Lifecycle::handle(const wire::KnockAnswer& answer, bool member, base::LocalTime now) {
    if (member) {
        // The relay no longer keeps the entries that this member lacks.
        if (answer.outcome == wire::KnockOutcome::used) handle(Roster::Trouble::forgotten, now);
        return;
    }
    switch (answer.outcome) {
    case wire::KnockOutcome::waiting: lobby_at_ = now + lobby_patience; return;
    case wire::KnockOutcome::refused: return end(EndReason::not_admitted, now);
    case wire::KnockOutcome::closed: return end(EndReason::closed, now);
    case wire::KnockOutcome::full: return end(EndReason::full, now);
    case wire::KnockOutcome::ended: return end(EndReason::ended_for_all, now);
    case wire::KnockOutcome::too_often: return end(EndReason::too_often, now);
    case wire::KnockOutcome::used: must_rejoin_ = true; return;
    }
}

void Lifecycle::handle(Roster::Trouble trouble, base::LocalTime now) {
    switch (trouble) {
    case Roster::Trouble::not_trustworthy: return end(EndReason::not_trustworthy, now);
    case Roster::Trouble::removed: return end(EndReason::removed, now);
    case Roster::Trouble::ended: return end(EndReason::ended_for_all, now);
    case Roster::Trouble::forgotten: must_rejoin_ = !leave_by_; return handle_gone(now);
    }
}

void Lifecycle::handle_gone(base::LocalTime now) {
    if (leave_by_) end(EndReason::left, now);
}

void Lifecycle::handle_wakeup(base::LocalTime now) {
    if (leave_by_ && now >= *leave_by_) end(EndReason::left, now);
    if (key_by_ && now >= *key_by_) end(EndReason::no_key, now);
    if (lobby_at_ && now >= *lobby_at_) {
        lobby_at_.reset();
        set_phase(Phase::lobby);
    }
}

void Lifecycle::leave(base::LocalTime now) { leave_by_ = now + leave_patience; }

void Lifecycle::end(EndReason reason, base::LocalTime now) {
    if (ended_) return;
    outbox_.event(Ended{reason});
    ended_ = reason;
    leave_by_.reset();
    key_by_.reset();
    connection_.close(wire::CloseReason::leaving, now);
}

bool Lifecycle::advance(const link::Link& link, const Roster& roster, base::LocalTime now) {
    const bool keyed = roster.keys().ring().can_seal();
    if (keyed && roster.caught_up() && link.clock(now)) {
        key_by_.reset();
        return set_phase(link.silent() ? Phase::reconnecting : Phase::joined);
    }
    if (!keyed && !key_by_) key_by_ = now + key_patience;
    return false;
}

} // namespace plenum::node
