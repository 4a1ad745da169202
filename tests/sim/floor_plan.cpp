// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/floor_plan.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>

namespace plenum::sim {

namespace {

base::Duration draw_between(base::Random& random, base::Duration low, base::Duration high) {
    return base::Duration{random.between(low.count(), std::max(low, high).count())};
}

} // namespace

std::span<const FloorActionTraits> all_floor_actions() {
    using enum FloorAction;
    static constexpr std::array traits{
        FloorActionTraits{point_of_order, "point_of_order", false},
        FloorActionTraits{priority, "priority", false},
        FloorActionTraits{transfer, "transfer", false},
        FloorActionTraits{copy, "copy", false},
        FloorActionTraits{delete_copy, "delete_copy", false},
        FloorActionTraits{grant, "grant", false},
        FloorActionTraits{revoke, "revoke", false},
        FloorActionTraits{deny, "deny", false},
        FloorActionTraits{place, "place", false},
        FloorActionTraits{distribute, "distribute", false},
        FloorActionTraits{recall, "recall", false},
        FloorActionTraits{style, "style", true},
        FloorActionTraits{limits, "limits", true},
        FloorActionTraits{lock, "lock", true},
        FloorActionTraits{accept, "accept", true},
        FloorActionTraits{rights, "rights", true},
        FloorActionTraits{panel, "panel", true},
        FloorActionTraits{arbiter, "arbiter", true},
        FloorActionTraits{group, "group", false},
        FloorActionTraits{mute, "mute", false},
        FloorActionTraits{record, "record", false},
    };
    return traits;
}

std::span<const std::string_view> all_floor_styles() {
    static constexpr std::array<std::string_view, 7> styles{
        "queue", "brainstorm", "chalkboard", "groups", "panel", "activity", ""};
    return styles;
}

bool FloorPlan::has(FloorAction action) const { return std::ranges::find(actions, action) != actions.end(); }

FloorPlan for_seed(FloorPlan plan, std::uint64_t seed) {
    base::Random random{seed ^ 0x66'6c'6f'6f'72U};
    std::erase_if(plan.actions, [&](FloorAction) { return !random.chance(plan.on_ppm); });
    const auto first = plan.styles.empty() ? std::string{} : plan.styles[random.below(plan.styles.size())];
    std::erase_if(plan.styles, [&](const std::string&) { return !random.chance(plan.on_ppm); });
    if (plan.styles.empty()) plan.styles.push_back(first);
    plan.act_min = plan.act_max = draw_between(random, plan.act_min, plan.act_max);
    plan.edit_min = plan.edit_max = draw_between(random, plan.edit_min, plan.edit_max);
    plan.edits_seed = random.next();
    return plan;
}

} // namespace plenum::sim
