// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/floor_edit.h"

#include "tests/sim/odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace plenum::sim {

namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t each_edit_ppm = 400'000;

template <class T, std::size_t Count>
T pick(base::Random& random, const std::array<T, Count>& of) {
    return of[random.below(Count)];
}

/// Two disjoint groups of some of the members.
std::string draw_groups(std::vector<base::MemberIndex> members, base::Random& random) {
    std::array<std::string, 2> lists;
    for (const auto member : members) {
        auto& list = lists[random.below(lists.size())];
        if (random.chance(seldom_ppm)) continue;
        list += fmt::format("{}{}", list.empty() ? "" : ",", member.value());
    }
    if (lists[0].empty()) std::swap(lists[0], lists[1]);
    if (lists[0].empty()) return {};
    return fmt::format("groups={}{}{}", lists[0], lists[1].empty() ? "" : "/", lists[1]);
}

std::vector<base::MemberIndex> draw_panel(const std::vector<base::MemberIndex>& members, base::Random& random) {
    std::vector<base::MemberIndex> panel;
    std::ranges::copy_if(members, std::back_inserter(panel),
                         [&](base::MemberIndex) { return random.chance(half_ppm) && panel.size() < 4; });
    return panel;
}

void draw_style(token::Settings& settings, const FloorPlan& plan, const std::vector<base::MemberIndex>& members,
                base::Random& random) {
    settings.style = plan.styles[random.below(plan.styles.size())];
    settings.parameters.clear();
    settings.panel.clear();
    settings.holders_max = 1;
    const auto many = pick(random, std::array<std::uint16_t, 2>{0, 4});
    if (settings.style == "queue") {
        settings.parameters = pick(random, std::array{"", "", "order=shortest", "grant=moderator", "room=holder"});
        settings.holders_max = pick(random, std::array<std::uint16_t, 5>{1, 1, 1, 2, 0});
    } else if (settings.style == "brainstorm") {
        settings.holders_max = 0;
    } else if (settings.style == "chalkboard") {
        settings.parameters = pick(random, std::array{"", "phase=talk", "phase=questions"});
        settings.holders_max = many;
    } else if (settings.style == "groups") {
        settings.parameters = draw_groups(members, random);
        settings.holders_max = many;
    } else if (settings.style == "panel") {
        settings.panel = draw_panel(members, random);
        settings.holders_max = pick(random, std::array<std::uint16_t, 2>{0, 8});
    } else if (settings.style == "activity") {
        settings.parameters = pick(random, std::array{"", "idle_ms=200", "idle_ms=400"});
    } else {
        settings.holders_max = pick(random, std::array<std::uint16_t, 3>{1, 2, 0});
    }
}

void draw_limits(token::Settings& settings, base::Random& random) {
    settings.revoked_after = pick(random, std::array<base::Duration, 4>{0s, 500ms, 2s, 5s});
    settings.warned_after = random.chance(half_ppm) ? settings.revoked_after / 2 : base::Duration{};
}

} // namespace

token::Settings edited(token::Settings settings, const FloorPlan& plan, const std::vector<base::MemberIndex>& members,
                       base::Random& random) {
    const auto due = [&](FloorAction action) { return plan.has(action) && random.chance(each_edit_ppm); };
    if (settings.style == "chalkboard" && random.chance(half_ppm))
        settings.parameters = settings.parameters == "phase=questions" ? "phase=talk" : "phase=questions";
    else if (due(FloorAction::style))
        draw_style(settings, plan, members, random);
    if (due(FloorAction::limits)) draw_limits(settings, random);
    if (due(FloorAction::lock)) settings.locked = !settings.locked && random.chance(half_ppm);
    if (due(FloorAction::accept)) settings.moderated = !settings.moderated && random.chance(half_ppm);
    if (due(FloorAction::rights)) {
        settings.may_transfer = random.chance(half_ppm);
        settings.may_copy = random.chance(half_ppm);
    }
    if (due(FloorAction::panel)) settings.panel = draw_panel(members, random);
    if (due(FloorAction::arbiter)) {
        const bool member = !members.empty() && random.chance(half_ppm);
        settings.arbiter = member ? members[random.below(members.size())] : base::MemberIndex{};
    }
    return settings;
}

} // namespace plenum::sim
