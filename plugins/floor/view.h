// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/token/policy.h"

#include <algorithm>
#include <optional>

/// What several styles ask of a view.
namespace plenum::floor {

using token::FloorAct;
using token::FloorChoice;
using token::FloorPolicy;
using token::FloorView;

/// For a style that has some hold it at once and never everyone: holders at most, one where there is no bound.
[[nodiscard]] inline std::size_t bound_of(const FloorView& floor) {
    return std::max<std::size_t>(floor.holders_max, 1);
}

/// As long as everyone holds it, nobody can be given it.
[[nodiscard]] inline bool has_room(const FloorView& floor) {
    return !floor.distributed && (floor.holders_max == 0 || floor.holders.size() < floor.holders_max);
}

[[nodiscard]] inline bool holds(const FloorView& floor, base::MemberIndex member) {
    return std::ranges::find(floor.holders, member, &token::HolderView::member) != floor.holders.end();
}

[[nodiscard]] inline const token::PersonView* find_person(const FloorView& floor, base::MemberIndex member) {
    const auto found = std::ranges::lower_bound(floor.people, member, {}, &token::PersonView::member);
    return found != floor.people.end() && found->member == member ? &*found : nullptr;
}

[[nodiscard]] inline bool is_present(const FloorView& floor, base::MemberIndex member) {
    const auto* person = find_person(floor, member);
    return person != nullptr && person->present;
}

/// The first accepted request of someone who is there and whom `suits` suits.
[[nodiscard]] inline std::optional<base::MemberIndex> next_in_line(const FloorView& floor, const auto& suits) {
    const auto found = std::ranges::find_if(floor.requests, [&](const token::RequestView& request) {
        return request.accepted && is_present(floor, request.member) && suits(request.member);
    });
    return found == floor.requests.end() ? std::nullopt : std::optional{found->member};
}
[[nodiscard]] inline std::optional<base::MemberIndex> next_in_line(const FloorView& floor) {
    return next_in_line(floor, [](base::MemberIndex) { return true; });
}

[[nodiscard]] inline FloorChoice act(FloorAct act, base::MemberIndex member = {}, base::MemberIndex other = {}) {
    return {act, member, other, 0, base::ConferenceTime::max()};
}

/// For a style that has `bound_of` hold it: what ends a distribution that another style left, then takes the token from
/// those beyond the bound; none where it is kept. The first holder loses it first: the last may have it from a
/// moderator, whose grant stands above the style.
[[nodiscard]] inline FloorChoice keep_bound(const FloorView& floor) {
    if (floor.distributed) return act(FloorAct::recall);
    if (floor.holders.size() > bound_of(floor)) return act(FloorAct::revoke, floor.holders.front().member);
    return {};
}

/// For a style that has one at most of those hold it whom `suits` suits: the first of several holders, who loses it.
[[nodiscard]] inline std::optional<base::MemberIndex> first_of_several(const FloorView& floor, const auto& suits) {
    if (std::ranges::count_if(floor.holders, suits, &token::HolderView::member) < 2) return std::nullopt;
    return std::ranges::find_if(floor.holders, suits, &token::HolderView::member)->member;
}

} // namespace plenum::floor
