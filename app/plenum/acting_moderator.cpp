// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/acting_moderator.h"

#include "core/log/state.h"

#include <algorithm>

namespace plenum::app {
namespace {

/// The relay's clock decides, and what we are told comes after it.
constexpr base::Duration margin = std::chrono::seconds{1};
constexpr base::Duration absence_min = log::unmoderated_max + margin;

bool is_present(const ui::Member& member) { return member.presence == ui::Presence::present; }

} // namespace

bool ActingModerator::update(const std::vector<ui::Member>& members, bool moderators_only, base::LocalTime now) {
    const auto moderates = [](const ui::Member& member) {
        return is_present(member) && member.role == ui::Role::moderator;
    };
    if (moderators_only || std::ranges::any_of(members, moderates)) {
        absent_since_.reset();
        return false;
    }
    if (!absent_since_) absent_since_ = now;
    if (now - *absent_since_ < absence_min) return false;
    auto present = members;
    std::erase_if(present, [](const ui::Member& member) { return !is_present(member); });
    const auto longest = std::ranges::min_element(present, {}, &ui::Member::index);
    return longest != present.end() && longest->is_self;
}

void ActingModerator::prove(base::LocalTime now) { absent_since_ = now - absence_min; }

} // namespace plenum::app
