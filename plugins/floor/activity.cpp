// SPDX-License-Identifier: Apache-2.0
// Activity sensing: a holder who is silent loses the token to whoever waits (MCP, "Activity Sensing": 200 to 400 ms).
// That is a pause of someone who talks; until the first word, people need longer.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

namespace plenum::floor {
namespace {

constexpr std::uint32_t idle_ms_least = 200;
constexpr std::uint32_t idle_ms_usual = 300;
constexpr std::uint32_t idle_ms_most = 400;
constexpr base::Duration time_to_begin = std::chrono::seconds{3};

std::optional<base::Duration> read_idle(std::string_view text) {
    const auto parameters = Parameters::read(text, {"idle_ms"});
    if (!parameters) return std::nullopt;
    const auto value = parameters->value("idle_ms");
    const auto idle = value.empty() ? std::optional{idle_ms_usual} : read_number(value);
    if (!idle || *idle < idle_ms_least || *idle > idle_ms_most) return std::nullopt;
    return std::chrono::milliseconds{*idle};
}

class Activity final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return read_idle(parameters).has_value(); }

    FloorChoice decide(const FloorView& floor) override {
        const auto next = next_in_line(floor);
        if (!next || floor.distributed) return {};
        if (has_room(floor)) return act(FloorAct::grant, *next);
        const auto idle = read_idle(floor.parameters).value_or(std::chrono::milliseconds{idle_ms_usual});
        FloorChoice wait;
        for (const auto& holder : floor.holders) {
            const auto* person = find_person(floor, holder.member);
            const bool began = person != nullptr && person->spoke_at > holder.since;
            const auto until = began ? person->spoke_at + idle : holder.since + std::max(idle, time_to_begin);
            if (floor.now >= until) return act(FloorAct::transfer, *next, holder.member);
            wait.ask_again = std::min(wait.ask_again, until);
        }
        return wait;
    }
};

} // namespace

constinit const base::PluginDescriptor activity_style =
    style_of<Activity>("activity", "Automatic", "Whoever is silent passes the floor on to whoever waits.");

} // namespace plenum::floor
