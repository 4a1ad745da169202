// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/floor_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

namespace {

constexpr double million = 1e6;
constexpr double ns_per_s = 1e9;
constexpr double interval_max_s = 3600;

std::vector<FloorAction> read_actions(TomlTable& table) {
    std::vector<FloorAction> actions;
    const auto* value = table.find("actions");
    if (value == nullptr) {
        for (const auto& each : all_floor_actions())
            actions.push_back(each.action);
        return actions;
    }
    for (const auto& each : table.list(*value)) {
        const std::string name = each.is_string() ? each.as_string().str : "";
        const auto found = std::ranges::find(all_floor_actions(), name, &FloorActionTraits::name);
        if (found == all_floor_actions().end()) table.fail(each, fmt::format("no action on the floor: '{}'", name));
        actions.push_back(found->action);
    }
    return actions;
}

std::vector<std::string> read_styles(TomlTable& table) {
    const auto all = all_floor_styles();
    const auto* value = table.find("styles");
    if (value == nullptr) return {all.begin(), all.end()};
    std::vector<std::string> styles;
    for (const auto& each : table.list(*value)) {
        const std::string name = each.is_string() ? each.as_string().str : "?";
        if (std::ranges::find(all, name) == all.end()) table.fail(each, fmt::format("no style: '{}'", name));
        styles.push_back(name);
    }
    if (styles.empty()) table.fail(*value, "'styles' names none");
    return styles;
}

void read_interval(TomlTable& table, const std::string& key, base::Duration& from, base::Duration& to) {
    if (table.find(key) == nullptr) return;
    const auto [low, high] = table.range(key, ns_per_s, 0.01, interval_max_s);
    from = base::Duration{low};
    to = base::Duration{high};
}

} // namespace

std::optional<FloorPlan> read_floor(TomlTable table) {
    const auto* drawn = table.find("drawn");
    if (drawn != nullptr && !drawn->is_boolean()) table.fail(*drawn, "'drawn' is true or false");
    FloorPlan plan;
    plan.moderators = table.whole("moderators", 1, 64, plan.moderators);
    plan.actions = read_actions(table);
    plan.styles = read_styles(table);
    plan.on_ppm = static_cast<std::uint32_t>(table.number("on", million, 0, 1, 0.7));
    read_interval(table, "acts_s", plan.act_min, plan.act_max);
    read_interval(table, "edits_s", plan.edit_min, plan.edit_max);
    plan.groups = table.whole("groups", 0, 16, plan.groups);
    table.refuse_others();
    return drawn != nullptr && drawn->as_boolean() ? std::optional{plan} : std::nullopt;
}

} // namespace plenum::sim
