// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_floor.h"

#include "ui/port/simulated_conference.h"

#include <algorithm>
#include <concepts>
#include <utility>

namespace plenum::ui {
namespace {

constexpr base::MemberIndex ourselves{1};
constexpr base::MemberIndex ada{2};

FloorSettings queue_rules() {
    FloorSettings settings;
    settings.style = QStringLiteral("queue");
    return settings;
}

FloorStyle style(const char* id, int holders_max = 1) {
    return {.id = QString::fromLatin1(id), .title = {}, .about = {}, .parameters = {}, .holders_max = holders_max};
}
constexpr int holders_many = 500;

} // namespace

// --- the floor ---

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

bool SimulatedFloor::decide(const QDateTime& now) {
    const auto limit = floor_.settings.revoked_after.count();
    const auto late = std::ranges::find_if(
        floor_.holders, [&](const FloorHolder& holder) { return limit > 0 && holder.since.secsTo(now) >= limit; });
    if (late != floor_.holders.end()) {
        const auto member = late->member;
        return end({member, FloorEnd::time_over, {}}, take(member));
    }
    if (floor_.settings.style == QLatin1String{"brainstorm"} && !floor_.everyone) {
        floor_.holders.clear();
        return floor_.everyone = true;
    }
    const bool next = floor_.settings.style == QLatin1String{"queue"} && floor_.holders.isEmpty() && !floor_.everyone &&
                      !floor_.requests.isEmpty() && floor_.requests.front().accepted;
    return next && give(floor_.requests.front().member, {}, now);
}

bool SimulatedFloor::set_out_of_reach(bool out) { return std::exchange(floor_.out_of_reach, out) != out; }

bool SimulatedFloor::leave(base::MemberIndex member) { return take(member) || forget(member); }

void SimulatedFloor::let_pass(std::chrono::seconds time) {
    for (auto& holder : floor_.holders)
        holder.since = holder.since.addSecs(-time.count());
}

std::optional<FloorEnded> SimulatedFloor::take_ended() { return std::exchange(ended_, std::nullopt); }

// --- and its conference ---

QList<FloorStyle> SimulatedConference::floor_styles() const {
    return {style("queue"), style("brainstorm", 0), style("chalkboard", holders_many), style("panel", holders_many),
            style("activity")};
}

SimulatedFloor* SimulatedConference::floor(base::TokenId id) {
    const auto found = floors_.find(id);
    return found == floors_.end() ? nullptr : &found->second;
}

bool SimulatedConference::may_speak(base::MemberIndex index) const {
    const auto voice = floors_.find(voice_floor);
    return voice == floors_.end() || voice->second.may_speak(index);
}

bool SimulatedConference::microphone_on() const {
    return (microphone_on_ || microphone_opened_) && may_speak(ourselves);
}

void SimulatedConference::want_floor(base::TokenId floor, bool wanted, RequestClass priority) {
    QMetaObject::invokeMethod(
        this, [this, floor, wanted, priority] { someone_wants_floor(ourselves, wanted, priority, {}, floor); },
        Qt::QueuedConnection);
}

void SimulatedConference::act_on_floor(const FloorAct& act) {
    const auto do_it = [this, act] {
        if (const auto* made = std::get_if<CreateFloor>(&act)) {
            if (can_create_floor(made->purpose) && facts_.may_moderate) create_floor(made->purpose, made->settings);
        } else {
            act_as(act, ourselves, facts_.may_moderate);
        }
    };
    QMetaObject::invokeMethod(this, do_it, Qt::QueuedConnection);
}

bool SimulatedConference::can_create_floor(FloorPurpose purpose) const {
    return purpose != FloorPurpose::other && !floors_.contains(SimulatedFloor::id_of(purpose));
}

void SimulatedConference::create_floor(FloorPurpose purpose, const FloorSettings& settings) {
    const auto made = floors_.try_emplace(SimulatedFloor::id_of(purpose), purpose, settings).first;
    change_floor(made->second, true);
}

void SimulatedConference::turn_floor_on(FloorPurpose purpose) {
    if (can_create_floor(purpose)) create_floor(purpose, queue_rules());
}

void SimulatedConference::someone_wants_floor(base::MemberIndex index, bool wanted, RequestClass priority,
                                              std::chrono::seconds for_long, base::TokenId floor) {
    auto* which = this->floor(floor);
    if (which == nullptr) return;
    const auto since = QDateTime::currentDateTimeUtc().addSecs(-for_long.count());
    const bool asks = index == ourselves && wanted;
    const bool moderates = index == ourselves && facts_.may_moderate;
    const bool changed = which->want({.member = index, .priority = priority, .since = since}, wanted, moderates);
    if (asks && !changed && which->floor().settings.locked)
        emit problem({.kind = ProblemKind::floor_locked, .detail = {}});
    change_floor(*which, changed);
}

void SimulatedConference::act_as(const FloorAct& act, base::MemberIndex author, bool moderates) {
    const auto id_in = []<class Act>(const Act& on) {
        if constexpr (std::same_as<Act, CreateFloor>)
            return base::TokenId{};
        else
            return on.floor;
    };
    if (auto* which = floor(std::visit(id_in, act)))
        change_floor(*which, which->act(act, author, moderates, QDateTime::currentDateTimeUtc()));
}

void SimulatedConference::someone_acts(const FloorAct& act) { act_as(act, ada, true); }
void SimulatedConference::style_acts(const FloorAct& act) { act_as(act, {}, true); }

bool SimulatedFloor::set_silent(base::MemberIndex holder, const QDateTime& returns_at) {
    const auto found = std::ranges::find(floor_.holders, holder, &FloorHolder::member);
    if (found == floor_.holders.end()) return false;
    found->returns_at = returns_at;
    return true;
}

void SimulatedConference::set_floor_silent(base::MemberIndex holder,
                                           std::optional<std::chrono::milliseconds> returns_in) {
    const auto at = returns_in ? QDateTime::currentDateTimeUtc().addMSecs(returns_in->count()) : QDateTime{};
    for (auto& [id, floor] : floors_)
        change_floor(floor, floor.set_silent(holder, at));
}

void SimulatedConference::set_floor_out_of_reach(bool out) {
    for (auto& [id, floor] : floors_)
        change_floor(floor, floor.set_out_of_reach(out));
}

void SimulatedConference::let_floor_time_pass(std::chrono::seconds time) {
    for (auto& [id, floor] : floors_) {
        floor.let_pass(time);
        change_floor(floor, true);
    }
}

void SimulatedConference::leave_floors(base::MemberIndex member) {
    for (auto& [id, floor] : floors_)
        change_floor(floor, floor.leave(member));
}

void SimulatedConference::let_styles_decide() {
    for (auto& [id, floor] : floors_)
        if (floor.decide(QDateTime::currentDateTimeUtc())) tell_floor(floor);
}

void SimulatedConference::change_floor(SimulatedFloor& changed, bool really) {
    if (!really) return;
    tell_floor(changed);
    while (changed.decide(QDateTime::currentDateTimeUtc()))
        tell_floor(changed);
}

void SimulatedConference::tell_floor(SimulatedFloor& told) {
    const auto& floor = told.floor();
    if (floor.id == voice_floor) open_or_close_microphone(told);
    if (const auto ended = told.take_ended()) emit floor_ended(floor.id, *ended);
    emit floor_changed(floor);
    if (std::exchange(microphone_told_, microphone_on()) == microphone_on()) return;
    emit microphone_on_changed(microphone_on());
    update_self();
}

void SimulatedConference::open_or_close_microphone(const SimulatedFloor& voice) {
    const bool ours = voice.holds(ourselves);
    if (!ours) microphone_opened_ = false;
    if (ours && floor_asked_) microphone_opened_ = floor_opens_microphone_;
    const auto& requests = voice.floor().requests;
    floor_asked_ = std::ranges::find(requests, ourselves, &FloorRequest::member) != requests.end();
}

/// In a conference that we joined its moderator has people ask for the floor; there and in ours some then do.
void SimulatedConference::play_floor(int second) {
    constexpr int floor_second = 8;
    constexpr int round_seconds = 40;
    if (second == floor_second && !facts_.may_moderate) {
        turn_floor_on();
        someone_wants_floor(ada);
    }
    const auto* voice = floor(voice_floor);
    if (voice == nullptr || voice->floor().everyone) return;
    const auto round = second % round_seconds;
    for (const std::uint32_t number : {2U, 3U, 5U}) {
        const base::MemberIndex member{number};
        if (!people_.contains(member)) continue;
        if (round == static_cast<int>(number) * 5) someone_wants_floor(member);
        if (voice->holds(member) && round % 15 == 14) someone_wants_floor(member, false);
    }
}

} // namespace plenum::ui
