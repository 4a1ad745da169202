// SPDX-License-Identifier: Apache-2.0
// Round robin: the floor goes round the panel in the order in which they came, each has it for the same time, and
// nobody there need ask; who is not on the panel asks and has the next turn. Whoever lets go before gives it to who had
// it for the shortest time in all. Whoever is alone keeps it.
#include "core/token/policy.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <optional>
#include <tuple>

namespace {

using plenum::base::Duration;
using plenum::token::FloorAct;
using plenum::token::FloorChoice;
using plenum::token::FloorPolicy;
using plenum::token::FloorView;
using plenum::token::HolderView;
using plenum::token::PersonView;
using plenum::token::RequestView;

constexpr std::string_view key = "turn_s=";
constexpr unsigned turn_s_usual = 60;
constexpr unsigned turn_s_max = 3600;

/// Nullopt where the text says something else.
std::optional<Duration> read_turn(std::string_view parameters) {
    if (parameters.empty()) return std::chrono::seconds{turn_s_usual};
    if (!parameters.starts_with(key)) return std::nullopt;
    const auto number = parameters.substr(key.size());
    unsigned seconds = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), seconds);
    const bool whole = error == std::errc{} && end == number.data() + number.size();
    if (!whole || seconds == 0 || seconds > turn_s_max) return std::nullopt;
    return std::chrono::seconds{seconds};
}

const RequestView* request_of(const FloorView& floor, plenum::base::MemberIndex member) {
    const auto found = std::ranges::find(floor.requests, member, &RequestView::member);
    return found != floor.requests.end() && found->accepted ? &*found : nullptr;
}

/// Of those in the round, but for who has it.
const PersonView* next_of(const FloorView& floor) {
    const auto holds = [&](const PersonView& person) {
        return std::ranges::find(floor.holders, person.member, &HolderView::member) != floor.holders.end();
    };
    const auto rank = [&](const PersonView& person) {
        const auto* request = request_of(floor, person.member);
        const auto urgent = request == nullptr ? 0 : -request->priority;
        const bool vacant = floor.holders.empty();
        const bool new_round = !vacant && person.member < floor.holders.front().member;
        return std::tuple{urgent, vacant ? person.held_before : Duration{}, new_round, person.member};
    };
    const PersonView* next = nullptr;
    for (const auto& person : floor.people) {
        const bool in_round = person.on_panel || request_of(floor, person.member) != nullptr;
        if (!in_round || !person.present || holds(person)) continue;
        if (next == nullptr || rank(person) < rank(*next)) next = &person;
    }
    return next;
}

class RoundRobin final : public FloorPolicy {
  public:
    bool accepts(std::string_view parameters) const override { return read_turn(parameters).has_value(); }

    FloorChoice decide(const FloorView& floor) override {
        FloorChoice choice;
        const auto* next = next_of(floor);
        if (next == nullptr || floor.distributed) return choice;
        choice.member = next->member;
        if (floor.holders.empty()) {
            choice.act = FloorAct::grant;
            return choice;
        }
        const auto& holder = floor.holders.front();
        const auto turn_ends = holder.since + read_turn(floor.parameters).value_or(std::chrono::seconds{turn_s_usual});
        if (floor.now < turn_ends) {
            choice.ask_again = turn_ends;
            return choice;
        }
        choice.act = FloorAct::transfer;
        choice.other = holder.member;
        return choice;
    }
};

constexpr plenum::base::PluginOption turn{
    .key = "turn_s", .title = "Seconds for each", .usual = turn_s_usual, .least = 1, .most = turn_s_max};

constexpr std::array styles{[] {
    auto style = plenum::token::style_of<RoundRobin>(
        "round-robin", "Round robin",
        "The floor goes round the panel, each has it for the same time; others ask for one turn.");
    style.parameters = "turn_s=60";
    style.options = &turn;
    style.option_count = 1;
    return style;
}()};
constexpr plenum::base::PluginList list{plenum::base::plugin_version, styles.size(), styles.data()};

} // namespace

const plenum::base::PluginList* plenum_plugins() noexcept { return &list; }
