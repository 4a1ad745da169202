// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_floors.h"

#include <algorithm>
#include <concepts>
#include <utility>

namespace plenum::ui {
namespace {} // namespace

bool SimulatedFloors::shows(FloorPurpose purpose) const {
    return purpose != FloorPurpose::screen || surfaces_ == Surfaces::board_and_screen;
}

SimulatedFloor* SimulatedFloors::floor(base::TokenId id) {
    const auto found = world_.floors.find(id);
    return found == world_.floors.end() ? nullptr : &found->second;
}

void SimulatedFloors::want_floor(base::TokenId floor, bool wanted, RequestClass priority) {
    QMetaObject::invokeMethod(
        this,
        [this, floor, wanted, priority] { someone_wants_floor(SimulatedIds::ourselves, wanted, priority, {}, floor); },
        Qt::QueuedConnection);
}

void SimulatedFloors::act_on_floor(const FloorAct& act) {
    const auto do_it = [this, act] {
        if (const auto* made = std::get_if<CreateFloor>(&act)) {
            if (can_create_floor(made->purpose) && world_.facts.may_moderate)
                create_floor(made->purpose, made->settings);
        } else {
            act_as(act, SimulatedIds::ourselves, world_.facts.may_moderate);
        }
    };
    QMetaObject::invokeMethod(this, do_it, Qt::QueuedConnection);
}

bool SimulatedFloors::can_create_floor(FloorPurpose purpose) const {
    return purpose != FloorPurpose::other && !world_.floors.contains(SimulatedFloor::id_of(purpose));
}

void SimulatedFloors::create_floor(FloorPurpose purpose, const FloorSettings& settings) {
    const auto made = world_.floors.try_emplace(SimulatedFloor::id_of(purpose), purpose, settings).first;
    change_floor(made->second, true);
}

void SimulatedFloors::turn_floor_on(FloorPurpose purpose) {
    FloorSettings settings;
    if (!world_.styles.empty()) settings.style = QString::fromUtf8(world_.styles.front().id);
    if (can_create_floor(purpose)) create_floor(purpose, settings);
}

void SimulatedFloors::someone_wants_floor(base::MemberIndex index, bool wanted, RequestClass priority,
                                          std::chrono::seconds for_long, base::TokenId floor) {
    auto* which = this->floor(floor);
    if (which == nullptr) return;
    const auto since = QDateTime::currentDateTimeUtc().addSecs(-for_long.count());
    const bool asks = index == SimulatedIds::ourselves && wanted;
    const bool moderates = index == SimulatedIds::ourselves && world_.facts.may_moderate;
    const bool changed = which->want({.member = index, .priority = priority, .since = since}, wanted, moderates);
    if (asks && !changed && which->floor().settings.locked) diagnostics_.report(ProblemKind::floor_locked);
    change_floor(*which, changed);
}

void SimulatedFloors::act_as(const FloorAct& act, base::MemberIndex author, bool moderates) {
    const auto id_in = []<class Act>(const Act& on) {
        if constexpr (std::same_as<Act, CreateFloor>)
            return base::TokenId{};
        else
            return on.floor;
    };
    if (auto* which = floor(std::visit(id_in, act)))
        change_floor(*which, which->act(act, author, moderates, QDateTime::currentDateTimeUtc()));
}

void SimulatedFloors::set_floor_silent(base::MemberIndex holder, std::optional<std::chrono::milliseconds> returns_in) {
    const auto at = returns_in ? QDateTime::currentDateTimeUtc().addMSecs(returns_in->count()) : QDateTime{};
    for (auto& [id, floor] : world_.floors)
        change_floor(floor, floor.set_silent(holder, at));
}

void SimulatedFloors::set_floor_out_of_reach(bool out) {
    for (auto& [id, floor] : world_.floors)
        change_floor(floor, floor.set_out_of_reach(out));
}

void SimulatedFloors::let_floor_time_pass(std::chrono::seconds time) {
    for (auto& [id, floor] : world_.floors) {
        floor.let_pass(time);
        change_floor(floor, true);
    }
}

void SimulatedFloors::leave(base::MemberIndex member) {
    for (auto& [id, floor] : world_.floors)
        change_floor(floor, floor.leave(member));
}

void SimulatedFloors::tick() {
    for (auto& [id, floor] : world_.floors)
        if (decide(floor)) tell_floor(floor);
}

void SimulatedFloors::change_floor(SimulatedFloor& changed, bool really) {
    if (!really) return;
    tell_floor(changed);
    while (decide(changed))
        tell_floor(changed);
}

bool SimulatedFloors::decide(SimulatedFloor& floor) const {
    return floor.decide(find_style(floor.floor().settings.style), QDateTime::currentDateTimeUtc());
}

void SimulatedFloors::tell_floor(SimulatedFloor& told) {
    const auto& floor = told.floor();
    if (floor.id == SimulatedIds::voice_floor) open_or_close_microphone(told);
    if (const auto ended = told.take_ended()) emit floor_ended(floor.id, *ended);
    emit floor_changed(floor);
    media_.follow_floor();
}

void SimulatedFloors::open_or_close_microphone(const SimulatedFloor& voice) {
    const bool ours = voice.holds(SimulatedIds::ourselves);
    if (!ours) world_.microphone_opened = false;
    if (ours && asked_) world_.microphone_opened = opens_microphone_;
    const auto& requests = voice.floor().requests;
    asked_ = std::ranges::find(requests, SimulatedIds::ourselves, &FloorRequest::member) != requests.end();
}

/// In a conference that we joined its moderator has people ask for the floor; there and in ours some then do.
void SimulatedFloors::play(int second) {
    constexpr int floor_second = 8;
    constexpr int round_seconds = 40;
    if (second == floor_second && !world_.facts.may_moderate) {
        turn_floor_on();
        someone_wants_floor(SimulatedIds::ada);
    }
    const auto* voice = floor(SimulatedIds::voice_floor);
    if (voice == nullptr || voice->floor().everyone) return;
    const auto round = second % round_seconds;
    for (const std::uint32_t number : {2U, 3U, 5U}) {
        const base::MemberIndex member{number};
        if (!world_.people.contains(member)) continue;
        if (round == static_cast<int>(number) * 5) someone_wants_floor(member);
        if (voice->holds(member) && round % 15 == 14) someone_wants_floor(member, false);
    }
}

} // namespace plenum::ui
