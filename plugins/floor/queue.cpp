// SPDX-License-Identifier: Apache-2.0
// Floor control: one speaker after another, as they asked, or who had it least first.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

#include <tuple>

namespace plenum::floor {
namespace {

struct Rules {
    bool shortest_first{false};
    bool grants{true};
    /// Free places beside a holder are the holder's to share.
    bool holder_shares{false};

    static std::optional<Rules> read(std::string_view text) {
        const auto parameters = Parameters::read(text, {"order", "grant", "room"});
        if (!parameters) return std::nullopt;
        const auto order = parameters->value("order");
        const auto grant = parameters->value("grant");
        const auto room = parameters->value("room");
        const bool known = (order.empty() || order == "asked" || order == "shortest") &&
                           (grant.empty() || grant == "auto" || grant == "moderator") &&
                           (room.empty() || room == "queue" || room == "holder");
        if (!known) return std::nullopt;
        return Rules{order == "shortest", grant != "moderator", room == "holder"};
    }
};

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
    bool accepts(std::string_view parameters) const override { return Rules::read(parameters).has_value(); }

    FloorChoice decide(const FloorView& floor) override {
        if (const auto choice = keep_bound(floor); choice.act != FloorAct::none) return choice;
        const auto rules = Rules::read(floor.parameters).value_or(Rules{});
        if (rules.shortest_first) {
            if (const auto choice = put_in_order(floor); choice.act != FloorAct::none) return choice;
        }
        const auto places = rules.holder_shares ? 1 : bound_of(floor);
        if (!rules.grants || floor.holders.size() >= places) return {};
        const auto next = next_in_line(floor);
        return next ? act(FloorAct::grant, *next) : FloorChoice{};
    }
};

} // namespace

constinit const base::PluginDescriptor queue_style =
    style_of<Queue>("queue", "One after another", "Whoever asked first speaks next; one at a time.");

} // namespace plenum::floor
