// SPDX-License-Identifier: Apache-2.0
#include "ui/models/floor_state.h"

#include "ui/models/floor_words.h"
#include "ui/models/members_model.h"

#include <algorithm>

namespace plenum::ui {

const FloorHolder* FloorState::holder(base::MemberIndex member) const {
    const auto found = std::ranges::find(floor.holders, member, &FloorHolder::member);
    return found == floor.holders.end() ? nullptr : &*found;
}

const FloorRequest* FloorState::own_request() const {
    const auto found = std::ranges::find(floor.requests, self, &FloorRequest::member);
    return found == floor.requests.end() ? nullptr : &*found;
}

QString FloorState::name_of(base::MemberIndex member) const {
    const auto name = members.shown_name(member);
    return name.isEmpty() ? FloorWords::someone() : name;
}

QString FloorState::holder_names() const {
    QStringList names;
    for (const auto& each : floor.holders)
        names << name_of(each.member);
    return FloorWords::listed(names);
}

base::MemberIndex FloorState::sharer() const {
    if (holds()) return floor.settings.may_share || moderates ? self : base::MemberIndex{};
    return moderates && !floor.holders.isEmpty() ? floor.holders.front().member : base::MemberIndex{};
}

FloorAct FloorState::giving_to(base::MemberIndex member) const {
    if (passes_own()) return PassFloor{floor.id, self, member};
    if (is_full()) return PassFloor{floor.id, floor.holders.front().member, member};
    return GrantFloor{floor.id, member};
}

bool FloorState::is_full() const {
    return floor.settings.holders_max != 0 && floor.holders.size() >= floor.settings.holders_max;
}

bool FloorState::may_take() const {
    return moderates && floor.settings.style.isEmpty() && !floor.everyone && !holds() && !is_full();
}

QString FloorState::returning() const {
    QDateTime first;
    for (const auto& each : floor.holders)
        if (each.returns_at.isValid() && (!first.isValid() || each.returns_at < first)) first = each.returns_at;
    return first.isValid() ? FloorWords::returns_in(floor.purpose(), seconds_until(first)) : QString{};
}

int FloorState::seconds_since(const QDateTime& since) const {
    // A wall clock that is set back must not show less than nothing.
    return static_cast<int>(std::clamp<qint64>(since.secsTo(clock()), 0, 359'999));
}

int FloorState::seconds_until(const QDateTime& end) const {
    return static_cast<int>((std::clamp<qint64>(clock().msecsTo(end), 0, 60'000) + 999) / 1000);
}

} // namespace plenum::ui
