// SPDX-License-Identifier: Apache-2.0
// Floor control: one speaker after another, as they asked, or who had it least first.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

#include <array>
#include <tuple>

namespace plenum::floor {
namespace {

constexpr std::array options{base::PluginOption{.key = "order", .values = "asked|shortest"},
                             base::PluginOption{.key = "grant", .values = "auto|moderator"},
                             // Free places beside a holder are the next one's in line, or the holder's to share.
                             base::PluginOption{.key = "room", .values = "queue|holder"}};

/// The first request that stands elsewhere than it should: shortest talk time first, within a class.
FloorChoice put_in_order(const FloorView& floor) {
    std::vector<token::RequestView> wanted;
    std::ranges::copy_if(floor.requests, std::back_inserter(wanted), &token::RequestView::accepted);
    const auto rank = [&](const token::RequestView& request) {
        const auto* person = find_person(floor, request.member);
        return std::tuple{-static_cast<int>(request.priority),
                          person == nullptr ? base::Duration{} : person->held_before, request.since, request.member};
    };
    std::ranges::sort(wanted, {}, rank);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i].member == floor.requests[i].member) continue;
        auto choice = act(FloorAct::place, wanted[i].member);
        choice.position = static_cast<std::uint16_t>(i);
        return choice;
    }
    return {};
}

class Queue final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override {
        return Parameters::read(parameters, options).has_value();
    }

    FloorChoice decide(const FloorView& floor) override {
        if (const auto choice = keep_bound(floor); choice.act != FloorAct::none) return choice;
        const auto rules = Parameters::read_or_default(floor.parameters, options);
        if (rules.value("order") == "shortest") {
            if (const auto choice = put_in_order(floor); choice.act != FloorAct::none) return choice;
        }
        const auto places = rules.value("room") == "holder" ? 1 : bound_of(floor);
        if (rules.value("grant") == "moderator" || floor.holders.size() >= places) return {};
        const auto next = next_in_line(floor);
        return next ? act(FloorAct::grant, *next) : FloorChoice{};
    }
};

} // namespace

constinit const base::PluginDescriptor queue_style = [] {
    auto style = style_of<Queue>("queue", TRANSLATABLE("FloorStyle", "One after another"),
                                 TRANSLATABLE("FloorStyle", "Whoever asked first speaks next, one at a time."));
    describe(style, TRANSLATABLE("FloorStyle", "Whoever asked first draws next, one at a time."),
             TRANSLATABLE("FloorStyle", "Whoever asked first shares next, one at a time."),
             TRANSLATABLE("FloorStyle", "Whoever asked first is next, one at a time."));
    set_options(style, options);
    style.sharing = "room=holder";
    return style;
}();

} // namespace plenum::floor
