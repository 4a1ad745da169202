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

} // namespace plenum::floor
