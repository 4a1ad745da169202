// SPDX-License-Identifier: Apache-2.0
// Activity sensing: a holder who is silent loses the token to whoever waits (MCP, "Activity Sensing": 200 to 400 ms).
// Silence counts from the last word or stroke. A new holder has a second before it counts: the grant has to reach them
// and their first word the relay, over links that lose, and nobody could begin within less.
#include "plugins/floor/floor_styles.h"
#include "plugins/floor/parameters.h"
#include "plugins/floor/view.h"

namespace plenum::floor {
namespace {

constexpr std::uint32_t idle_ms_least = 200;
constexpr std::uint32_t idle_ms_usual = 300;
constexpr std::uint32_t idle_ms_most = 400;
constexpr std::uint32_t begin_ms_usual = 1000;
constexpr std::uint32_t begin_ms_most = 5000;

struct Patience {
    base::Duration idle{std::chrono::milliseconds{idle_ms_usual}};
    /// From the grant on.
    base::Duration begin{std::chrono::milliseconds{begin_ms_usual}};

    static std::optional<Patience> read(std::string_view text) {
        const auto parameters = Parameters::read(text, {"idle_ms", "begin_ms"});
        if (!parameters) return std::nullopt;
        const auto number = [&](std::string_view key, std::uint32_t usual) {
            const auto value = parameters->value(key);
            return value.empty() ? std::optional{usual} : read_number(value);
        };
        const auto idle = number("idle_ms", idle_ms_usual);
        const auto begin = number("begin_ms", begin_ms_usual);
        if (!idle || *idle < idle_ms_least || *idle > idle_ms_most) return std::nullopt;
        if (!begin || *begin < idle_ms_least || *begin > begin_ms_most) return std::nullopt;
        return Patience{std::chrono::milliseconds{*idle}, std::chrono::milliseconds{*begin}};
    }
};

class Activity final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return Patience::read(parameters).has_value(); }

    FloorChoice decide(const FloorView& floor) override {
        if (const auto choice = keep_bound(floor); choice.act != FloorAct::none) return choice;
        const auto next = next_in_line(floor);
        if (!next) return {};
        if (floor.holders.size() < bound_of(floor)) return act(FloorAct::grant, *next);
        const auto patience = Patience::read(floor.parameters).value_or(Patience{});
        FloorChoice wait;
        for (const auto& holder : floor.holders) {
            const auto* person = find_person(floor, holder.member);
            const auto spoke_at = person == nullptr ? base::ConferenceTime{} : person->spoke_at;
            const auto until = std::max(spoke_at + patience.idle, holder.since + patience.begin);
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
