// SPDX-License-Identifier: Apache-2.0
// Holders of whom nothing is heard, while their lease runs: people are told when the floor goes back (docs/floor.md).
#include "core/peer/hello.h"
#include "core/relay/relay_conference.h"

#include <algorithm>

namespace plenum::node {
namespace {

/// Shorter silence means nothing.
constexpr base::Duration silence_told_after = std::chrono::seconds{1};
/// An end that moves by less is the same to people.
constexpr base::Duration end_tolerance = std::chrono::milliseconds{200};
/// The lease may be over while the relay may decide nothing yet; zero would say that the holder is heard.
constexpr base::Duration returns_in_min = std::chrono::milliseconds{1};

} // namespace

/// Nullopt while they are heard.
std::optional<base::LocalTime> RelayConference::heard_until(base::MemberIndex member, base::LocalTime now) const {
    const auto seen = seen_.find(member);
    auto until = seen == seen_.end() ? base::LocalTime{} : seen->second;
    for (const auto* session : entered_) {
        if (!session->attached || session->member != member) continue;
        if (!session->link.silent()) return std::nullopt;
        until = std::max(until, session->link.peer_there_until(now));
    }
    return until;
}

void RelayConference::tell_silences(base::ConferenceTime at, base::LocalTime now) {
    silence_at_ = base::local_time_max;
    // Nobody is revoked before.
    auto decided_at = settle_by_.value_or(now);
    if (settle_agreed_at_) decided_at = std::min(decided_at, *settle_agreed_at_);
    std::map<Holding, base::LocalTime> silent;
    for (const auto& [id, token] : state_.tokens.tokens) {
        for (const auto& holder : token.holders) {
            const auto until = heard_until(holder.member, now);
            if (!until) continue;
            // Whoever was given it while away has the whole lease to come.
            const auto begins = std::max(*until, now - std::max(at - holder.since, base::Duration{}));
            if (now - begins >= silence_told_after)
                silent.emplace(Holding{id, holder.member}, std::max(begins + token::Arbiter::lease, decided_at));
            else
                silence_at_ = std::min(silence_at_, begins + silence_told_after);
        }
    }
    for (const auto& [holding, end] : silent) {
        const auto told = silent_.find(holding);
        const bool known = told != silent_.end() && std::chrono::abs(told->second - end) < end_tolerance;
        if (!known) tell_silence(holding, std::max(end - now, returns_in_min));
    }
    for (const auto& [holding, end] : silent_) {
        if (silent.contains(holding)) continue;
        const auto* token = state_.tokens.find(holding.first);
        const bool holds = token != nullptr && token->find_holder(holding.second) != nullptr;
        if (holds) tell_silence(holding, {});
    }
    silent_ = std::move(silent);
}

void RelayConference::tell_silence(Holding holding, base::Duration returns_in) {
    for (auto* session : receivers())
        std::ignore = send_control(session->link, wire::HolderSilent{holding.first, holding.second, returns_in});
    news_ = true;
}

void RelayConference::tell_silent(RelaySession& session, base::LocalTime now) const {
    for (const auto& [holding, end] : silent_) {
        const auto returns_in = std::max(end - now, returns_in_min);
        std::ignore = send_control(session.link, wire::HolderSilent{holding.first, holding.second, returns_in});
    }
}

} // namespace plenum::node
