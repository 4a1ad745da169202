// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_floor.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
base::TokenId SimulatedFloor::id_of(FloorPurpose purpose) {
    return base::TokenId{static_cast<std::uint16_t>(purpose == FloorPurpose::other ? 0 : static_cast<int>(purpose))};
}

SimulatedFloor::SimulatedFloor(FloorPurpose purpose, const FloorSettings& settings) {
    floor_.id = id_of(purpose);
    floor_.label = label_of(purpose);
    floor_.demands_microphone = purpose == FloorPurpose::voice;
    floor_.settings = settings;
}

bool SimulatedFloor::holds(base::MemberIndex member) const {
    return std::ranges::find(floor_.holders, member, &FloorHolder::member) != floor_.holders.end();
}

bool SimulatedFloor::want(const FloorRequest& request, bool wanted, bool moderates) {
    if (!wanted) return take(request.member) || forget(request.member);
    if (floor_.everyone || holds(request.member) || (floor_.settings.locked && !moderates)) return false;
    forget(request.member);
    auto asked = request;
    asked.accepted = moderates || !floor_.settings.moderated;
    auto place = floor_.requests.begin();
    while (place != floor_.requests.end() && place->accepted >= asked.accepted &&
           (place->accepted != asked.accepted || place->priority >= asked.priority))
        ++place;
    floor_.requests.insert(place, asked);
    return true;
}

bool SimulatedFloor::give(base::MemberIndex member, base::MemberIndex giver, const QDateTime& now) {
    const auto most = floor_.settings.holders_max;
    if (holds(member) || (most != 0 && floor_.holders.size() >= most)) return false;
    forget(member);
    floor_.holders.append({member, now, giver});
    return true;
}

bool SimulatedFloor::take(base::MemberIndex member) {
    return floor_.holders.removeIf([&](const FloorHolder& holder) { return holder.member == member; }) > 0;
}

bool SimulatedFloor::forget(base::MemberIndex member) {
    return floor_.requests.removeIf([&](const FloorRequest& request) { return request.member == member; }) > 0;
}

bool SimulatedFloor::place(base::MemberIndex member, int place) {
    const auto found = std::ranges::find(floor_.requests, member, &FloorRequest::member);
    if (found == floor_.requests.end()) return false;
    auto request = *found;
    request.accepted = true;
    floor_.requests.erase(found);
    const auto accepted = std::ranges::count(floor_.requests, true, &FloorRequest::accepted);
    floor_.requests.insert(std::clamp<qsizetype>(place, 0, accepted), request);
    return true;
}

bool SimulatedFloor::end(const FloorEnded& ended, bool done) {
    if (done) ended_ = ended;
    return done;
}

bool SimulatedFloor::act(const FloorAct& act, base::MemberIndex author, bool moderates, const QDateTime& now) {
    const auto hands_on = [&](base::MemberIndex from) { return author == from && floor_.settings.may_pass; };
    if (const auto* pass = std::get_if<PassFloor>(&act)) {
        const bool may = (moderates || hands_on(pass->from)) && !holds(pass->to);
        return may && take(pass->from) && give(pass->to, {}, now);
    }
    if (const auto* share = std::get_if<ShareFloor>(&act)) {
        const bool may = moderates || (author == share->from && floor_.settings.may_share);
        return may && holds(share->from) && give(share->to, share->from, now);
    }
    if (!moderates) return false;
    if (const auto* grant = std::get_if<GrantFloor>(&act)) return give(grant->member, {}, now);
    if (const auto* back = std::get_if<TakeBackFloor>(&act))
        return end({back->member, FloorEnd::revoked, author}, take(back->member));
    if (const auto* revoke = std::get_if<RevokeFloor>(&act))
        return end({revoke->member, FloorEnd::revoked, author}, take(revoke->member));
    if (const auto* refuse = std::get_if<RefuseRequest>(&act))
        return end({refuse->member, FloorEnd::refused, author}, forget(refuse->member));
    if (const auto* order = std::get_if<PlaceRequest>(&act)) return place(order->member, order->place);
    if (std::holds_alternative<OpenFloor>(act)) {
        floor_.holders.clear();
        return floor_.everyone = true;
    }
    const auto* rules = std::get_if<ConfigureFloor>(&act);
    if (rules == nullptr || rules->settings == floor_.settings) return false;
    floor_.settings = rules->settings;
    floor_.settings_by = author;
    if (floor_.settings.holders_max != 0) floor_.everyone = false;
    while (floor_.settings.holders_max != 0 && floor_.holders.size() > floor_.settings.holders_max)
        floor_.holders.removeLast();
    return true;
}

bool SimulatedFloor::decide(const base::PluginDescriptor* style, const QDateTime& now) {
    const auto limit = floor_.settings.revoked_after.count();
    const auto late = std::ranges::find_if(
        floor_.holders, [&](const FloorHolder& holder) { return limit > 0 && holder.since.secsTo(now) >= limit; });
    if (late != floor_.holders.end()) {
        const auto member = late->member;
        return end({member, FloorEnd::time_over, {}}, take(member));
    }
    if (style == nullptr || floor_.everyone) return false;
    if (style->everyone) {
        floor_.holders.clear();
        return floor_.everyone = true;
    }
    const bool next = floor_.holders.isEmpty() && !floor_.requests.isEmpty() && floor_.requests.front().accepted;
    return next && give(floor_.requests.front().member, {}, now);
}

bool SimulatedFloor::set_out_of_reach(bool out) { return std::exchange(floor_.out_of_reach, out) != out; }

bool SimulatedFloor::leave(base::MemberIndex member) { return take(member) || forget(member); }

void SimulatedFloor::let_pass(std::chrono::seconds time) {
    for (auto& holder : floor_.holders)
        holder.since = holder.since.addSecs(-time.count());
}

std::optional<FloorEnded> SimulatedFloor::take_ended() { return std::exchange(ended_, std::nullopt); }

bool SimulatedFloor::set_silent(base::MemberIndex holder, const QDateTime& returns_at) {
    const auto found = std::ranges::find(floor_.holders, holder, &FloorHolder::member);
    if (found == floor_.holders.end()) return false;
    found->returns_at = returns_at;
    return true;
}

} // namespace plenum::ui
