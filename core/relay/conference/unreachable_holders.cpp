// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/unreachable_holders.h"

#include "core/token/arbiter.h"

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

std::vector<wire::HolderSilent> UnreachableHolders::update(const log::State& state, const HeardUntil& heard_until,
                                                           base::LocalTime decides_from, base::ConferenceTime at,
                                                           base::LocalTime now) {
    look_at_ = base::local_time_max;
    std::map<Holding, base::LocalTime> silent;
    for (const auto& [id, token] : state.tokens.tokens) {
        for (const auto& holder : token.holders) {
            const auto until = heard_until(holder.member);
            if (!until) continue;
            // Whoever was given it while away has the whole lease to come.
            const auto begins = std::max(*until, now - std::max(at - holder.since, base::Duration{}));
            if (now - begins >= silence_told_after)
                silent.emplace(Holding{id, holder.member}, std::max(begins + token::Arbiter::lease, decides_from));
            else
                look_at_ = std::min(look_at_, begins + silence_told_after);
        }
    }
    std::vector<wire::HolderSilent> news;
    for (const auto& [holding, end] : silent) {
        const auto told = silent_.find(holding);
        const bool known = told != silent_.end() && std::chrono::abs(told->second - end) < end_tolerance;
        if (!known) news.push_back({holding.first, holding.second, std::max(end - now, returns_in_min)});
    }
    for (const auto& [holding, end] : silent_) {
        if (silent.contains(holding)) continue;
        const auto* token = state.tokens.find(holding.first);
        const bool holds = token != nullptr && token->find_holder(holding.second) != nullptr;
        if (holds) news.push_back({holding.first, holding.second, {}});
    }
    silent_ = std::move(silent);
    return news;
}

std::vector<wire::HolderSilent> UnreachableHolders::known(base::LocalTime now) const {
    std::vector<wire::HolderSilent> all;
    for (const auto& [holding, end] : silent_)
        all.push_back({holding.first, holding.second, std::max(end - now, returns_in_min)});
    return all;
}

} // namespace plenum::node
