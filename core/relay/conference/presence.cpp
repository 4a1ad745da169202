// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/presence.h"

#include "core/log/state.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Someone whose program said goodbye without leaving the conference will hardly be back.
constexpr base::Duration lost_after_goodbye = std::chrono::seconds{2};

} // namespace

void Presence::mark_away(base::MemberIndex member, base::LocalTime since, base::Duration patience,
                         base::Duration limit) {
    unreachable_.look();
    if (state_.find(member) != nullptr)
        absences_.try_emplace(member, Absence{member, since, since + patience, since + limit});
}

void Presence::mark_all_away(base::LocalTime now, bool seen) {
    for (const auto& [index, member] : state_.members) {
        mark_away(index, now);
        if (seen) seen_[index] = now;
    }
}

void Presence::handle_silent(const RelaySession& session, base::LocalTime now) {
    mark_away(session.member, session.there_until(now));
}

void Presence::handle_gone(const RelaySession& session, bool politely, base::LocalTime now) {
    if (state_.find(session.member) != nullptr) {
        auto& seen = seen_[session.member];
        seen = std::max(seen, session.there_until(now));
    }
    if (politely) absences_.erase(session.member);
    mark_away(session.member, now, politely ? base::Duration{} : absent_after,
              politely ? lost_after_goodbye : lost_after);
}

void Presence::handle_back(base::MemberIndex member) {
    absences_.erase(member);
    if (!unreachable_.empty()) unreachable_.look();
}

void Presence::forget(base::MemberIndex member) {
    absences_.erase(member);
    returns_at_.erase(member);
    seen_.erase(member);
}

std::vector<base::MemberIndex> Presence::take_returns(base::LocalTime now) {
    std::vector<base::MemberIndex> due;
    for (const auto& [index, return_at] : returns_at_) {
        if (now >= return_at) due.push_back(index);
    }
    for (const auto index : due)
        returns_at_.erase(index);
    return due;
}

std::vector<Presence::Absence> Presence::absences() const {
    std::vector<Absence> all;
    for (const auto& [member, absence] : absences_)
        all.push_back(absence);
    return all;
}

std::ptrdiff_t Presence::missed() const {
    return std::ranges::count_if(absences_, [&](const auto& item) {
        const auto* member = state_.find(item.first);
        return member != nullptr && member->present;
    });
}

std::optional<base::LocalTime> Presence::seen_until(base::MemberIndex member) const {
    const auto seen = seen_.find(member);
    return seen == seen_.end() ? std::nullopt : std::optional{seen->second};
}

std::optional<base::LocalTime> Presence::heard_until(base::MemberIndex member, std::span<RelaySession* const> sessions,
                                                     base::LocalTime now) const {
    auto until = seen_until(member).value_or(base::LocalTime{});
    for (const auto* session : sessions) {
        if (!session->attached || session->member != member) continue;
        if (!session->silent()) return std::nullopt;
        until = std::max(until, session->there_until(now));
    }
    return until;
}

base::LocalTime Presence::next_wakeup() const {
    auto at = base::local_time_max;
    for (const auto& [index, return_at] : returns_at_)
        at = std::min(at, return_at);
    for (const auto& [index, absence] : absences_) {
        const auto* member = state_.find(index);
        if (member != nullptr) at = std::min(at, member->present ? absence.absent_at : absence.lost_at);
    }
    return at;
}

} // namespace plenum::node
