// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/granted_stands.h"

#include <fmt/format.h>

#include <utility>

namespace plenum::sim {

void GrantedStands::on_floor(const FloorStep& step, VirtualTime) {
    if (std::exchange(history_, log_->histories()) != log_->histories()) granted_.clear();
    const auto* revocation = std::get_if<token::RevokeToken>(&step.operation);
    const bool by_style = revocation != nullptr && step.author.value() == 0 &&
                          revocation->reason == token::RevokeReason::decided && !step.before.holders.empty();
    if (by_style) {
        const auto& newest = step.before.holders.back();
        if (newest.member == revocation->member && granted_.contains(newest.epoch))
            fail(fmt::format("token {}: member {} got it from a moderator, and the style took it back",
                             step.after.id.value(), newest.member.value()));
    }
    for (const auto& each : step.ended)
        granted_.erase(each.epoch);
    if (!step.author_moderates || !std::holds_alternative<token::GrantToken>(step.operation)) return;
    for (const auto& each : step.began)
        granted_.insert(each.epoch);
}

} // namespace plenum::sim
