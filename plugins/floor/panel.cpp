// SPDX-License-Identifier: Apache-2.0
// Hierarchical: a panel may speak at any time; of the others, who ask, one at a time. A panellist who gave the token
// back, or from whom it was taken, has it again when they ask.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/view.h"

namespace plenum::floor {
namespace {

class Panel final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return parameters.empty(); }

    FloorChoice decide(const FloorView& floor) override {
        if (floor.distributed) return act(FloorAct::recall);
        const auto on_panel = [&](base::MemberIndex member) {
            const auto* person = find_person(floor, member);
            return person != nullptr && person->on_panel;
        };
        const auto is_guest = [&](base::MemberIndex member) { return !on_panel(member); };
        if (const auto guest = first_of_several(floor, is_guest)) return act(FloorAct::revoke, *guest);
        if (!has_room(floor)) return {};
        for (const auto& person : floor.people) {
            const bool due = person.on_panel && !person.stood_down && person.present;
            if (due && !holds(floor, person.member)) return act(FloorAct::grant, person.member);
        }
        if (const auto panellist = next_in_line(floor, on_panel)) return act(FloorAct::grant, *panellist);
        if (std::ranges::any_of(floor.holders, is_guest, &token::HolderView::member)) return {};
        const auto next = next_in_line(floor);
        return next ? act(FloorAct::grant, *next) : FloorChoice{};
    }
};

} // namespace

constinit const base::PluginDescriptor panel_style = [] {
    auto style = style_of<Panel>(
        "panel", TRANSLATABLE("FloorStyle", "Panel"),
        TRANSLATABLE("FloorStyle", "Moderators may speak at any time; others ask and speak one at a time."));
    describe(style, TRANSLATABLE("FloorStyle", "Moderators may draw at any time; others ask and draw one at a time."),
             TRANSLATABLE("FloorStyle", "Moderators may share at any time; others ask and share one at a time."),
             TRANSLATABLE("FloorStyle", "Moderators may use it at any time; others ask and use it one at a time."));
    style.holders_max = holders_many;
    style.panel = true;
    return style;
}();

} // namespace plenum::floor
