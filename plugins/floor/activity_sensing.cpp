// SPDX-License-Identifier: Apache-2.0
// Activity sensing: a holder who is silent loses the token to whoever waits (MCP, "Activity Sensing": 200 to 400 ms).
// Silence counts from the last word or stroke. A new holder has a second before it counts: the grant has to reach them
// and their first word the relay, over links that lose, and nobody could begin within less.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

#include <array>

namespace plenum::floor {
namespace {

constexpr std::array options{base::PluginOption{.key = "idle_ms", .usual = 300, .least = 200, .most = 400},
                             // From the grant on.
                             base::PluginOption{.key = "begin_ms", .usual = 1000, .least = 200, .most = 5000}};

class ActivitySensing final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override {
        return Parameters::read(parameters, options).has_value();
    }

    FloorChoice decide(const FloorView& floor) override {
        if (const auto choice = keep_bound(floor); choice.act != FloorAct::none) return choice;
        const auto next = next_in_line(floor);
        if (!next) return {};
        if (floor.holders.size() < bound_of(floor)) return act(FloorAct::grant, *next);
        const auto rules = Parameters::read_or_default(floor.parameters, options);
        const std::chrono::milliseconds idle{rules.number("idle_ms")};
        const std::chrono::milliseconds begin{rules.number("begin_ms")};
        FloorChoice wait;
        for (const auto& holder : floor.holders) {
            const auto* person = find_person(floor, holder.member);
            const auto spoke_at = person == nullptr ? base::ConferenceTime{} : person->spoke_at;
            const auto until = std::max(spoke_at + idle, holder.since + begin);
            if (floor.now >= until) return act(FloorAct::transfer, *next, holder.member);
            wait.ask_again = std::min(wait.ask_again, until);
        }
        return wait;
    }
};

} // namespace

constinit const base::PluginDescriptor activity_style = [] {
    auto style = style_of<ActivitySensing>(
        "activity", TRANSLATABLE("FloorStyle", "Automatic"),
        TRANSLATABLE("FloorStyle", "Whoever falls silent passes the floor on to whoever waits."));
    describe(style, TRANSLATABLE("FloorStyle", "Whoever stops drawing passes the pen on to whoever waits."),
             TRANSLATABLE("FloorStyle", "Whoever stops sharing passes the screen on to whoever waits."),
             TRANSLATABLE("FloorStyle", "Whoever stops passes it on to whoever waits."));
    set_options(style, options);
    return style;
}();

} // namespace plenum::floor
