// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/speaking_limit.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void SpeakingLimit::on_floor(const FloorStep& step, VirtualTime at) {
    judge(at);
    const auto* revocation = std::get_if<token::RevokeToken>(&step.operation);
    if (revocation != nullptr && revocation->reason == token::RevokeReason::time) {
        const auto limit = step.before.settings.revoked_after;
        const auto* holder = step.before.find_holder(revocation->member);
        const auto ended = log_->state().at;
        const bool in_time = holder != nullptr && limit > base::Duration{} && ended - holder->since >= limit;
        if (!in_time && !step.author_moderates)
            fail(fmt::format("token {}: member {} lost it before its time was over", step.after.id.value(),
                             revocation->member.value()));
    }
    for (const auto& each : step.ended)
        held_.erase(each.epoch);
    for (const auto& each : step.began) {
        if (each.member.value() != 0) held_[each.epoch] = {at, step.after.id, each.member};
    }
    auto& [limit, set_at] = limits_[step.after.id];
    if (limit == step.after.settings.revoked_after) return;
    limit = step.after.settings.revoked_after;
    set_at = at;
}

void SpeakingLimit::judge(VirtualTime at) {
    const auto decides_since = log_->decides_since();
    if (!decides_since) return;
    for (const auto& [epoch, held] : held_) {
        const auto& [limit, set_at] = limits_[held.token];
        if (limit == base::Duration{}) continue;
        const auto due = std::max({held.since + limit, set_at, *decides_since});
        if (at <= due + patience) continue;
        fail(fmt::format("token {}: member {} has held it for {} ms, and may for {}", held.token.value(),
                         held.member.value(), (at - held.since) / std::chrono::milliseconds{1},
                         limit / std::chrono::milliseconds{1}));
    }
}

} // namespace plenum::sim
