// SPDX-License-Identifier: Apache-2.0
// Discussion groups: each has the floor to itself, and one speaker at a time. So have those who are in no group, to
// whom moderators give it.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

#include <array>

namespace plenum::floor {
namespace {

constexpr std::array options{base::PluginOption{.key = "groups"}};

using Group = std::vector<base::MemberIndex>;

/// Nullopt for what is no list of groups, or has someone in two.
std::optional<std::vector<Group>> read_groups(std::string_view text) {
    const auto parameters = Parameters::read(text, options);
    if (!parameters) return std::nullopt;
    std::vector<Group> groups;
    if (text.empty()) return groups;
    Group all;
    for (const auto part : split(parameters->value("groups"), '/')) {
        auto& group = groups.emplace_back();
        for (const auto item : split(part, ',')) {
            const auto index = read_number(item);
            if (!index || *index == 0 || std::ranges::find(all, base::MemberIndex{*index}) != all.end())
                return std::nullopt;
            group.emplace_back(*index);
            all.emplace_back(*index);
        }
    }
    return groups;
}

bool is_in(const Group& group, base::MemberIndex member) { return std::ranges::find(group, member) != group.end(); }

class Groups final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return read_groups(parameters).has_value(); }

    FloorChoice decide(const FloorView& floor) override {
        if (floor.distributed) return act(FloorAct::recall);
        const auto groups = read_groups(floor.parameters).value_or(std::vector<Group>{});
        const auto in_none = [&](base::MemberIndex member) {
            return std::ranges::none_of(groups, [&](const Group& group) { return is_in(group, member); });
        };
        if (const auto other = first_of_several(floor, in_none)) return act(FloorAct::revoke, *other);
        for (const auto& group : groups) {
            const auto in_it = [&](base::MemberIndex member) { return is_in(group, member); };
            if (const auto speaker = first_of_several(floor, in_it)) return act(FloorAct::revoke, *speaker);
            const bool silent = std::ranges::none_of(floor.holders, in_it, &token::HolderView::member);
            if (!silent || !has_room(floor)) continue;
            if (const auto next = next_in_line(floor, in_it)) return act(FloorAct::grant, *next);
        }
        return {};
    }
};

} // namespace

constinit const base::PluginDescriptor groups_style = [] {
    auto style = style_of<Groups>("groups", TRANSLATABLE("FloorStyle", "Groups"),
                                  TRANSLATABLE("FloorStyle", "In each group one speaks at a time."));
    describe(style, TRANSLATABLE("FloorStyle", "In each group one draws at a time."),
             TRANSLATABLE("FloorStyle", "In each group one shares at a time."),
             TRANSLATABLE("FloorStyle", "In each group one has it at a time."));
    set_options(style, options);
    style.holders_max = holders_many;
    // Who is in which group there is no way to say on the screen yet.
    style.offered = false;
    return style;
}();

} // namespace plenum::floor
