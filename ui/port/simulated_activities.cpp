// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_activities.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration tick_time = 50ms;
constexpr base::MemberIndex jonas{3};

} // namespace

std::optional<base::ConferenceTime> SimulatedActivities::now() const {
    if (world_.state != ConnectionState::in_call) return std::nullopt;
    if (clock_ == Clock::real) return base::ConferenceTime{std::chrono::steady_clock::now().time_since_epoch()};
    return base::ConferenceTime{world_.ticks.all * tick_time};
}

const activity::Descriptor* SimulatedActivities::find(const QString& activity) const {
    const auto found =
        std::ranges::find_if(plugins_, [&](const auto& plugin) { return activity == QLatin1String{plugin.id}; });
    return found == plugins_.end() ? nullptr : &*found;
}

void SimulatedActivities::enter(const QString& activity) {
    if (find(activity) == nullptr) return;
    rooms_[activity].entered = true;
    for (const auto member : {SimulatedIds::ada, jonas})
        someone_enters(activity, member);
}

void SimulatedActivities::leave(const QString& activity) {
    const auto room = rooms_.find(activity);
    if (room != rooms_.end()) room->second.entered = false;
}

void SimulatedActivities::publish(const QString& activity, const base::Bytes& body) {
    const auto room = rooms_.find(activity);
    if (room == rooms_.end() || !room->second.entered) return;
    ++published_;
    room->second.messages.emplace_back(SimulatedIds::ourselves, body);
}

void SimulatedActivities::someone_enters(const QString& activity, base::MemberIndex member) {
    const auto* plugin = find(activity);
    auto& people = rooms_[activity].people;
    if (plugin == nullptr || people.contains(member) || !world_.people.contains(member)) return;
    std::vector<activity::Player> players;
    for (const auto& [index, person] : world_.people)
        players.push_back({index, person.member.name, {}, index == member});
    players.push_back({SimulatedIds::ourselves, world_.own_name, {}, false});
    Instance made{plugin->create()};
    made->set_players(players);
    made->demonstrate();
    people.emplace(member, std::move(made));
}

void SimulatedActivities::everyone_leaves(const QString& activity) { rooms_.erase(activity); }

void SimulatedActivities::someone_publishes(const QString& activity, base::MemberIndex member,
                                            const base::Bytes& body) {
    emit received({activity, member, now().value_or(base::ConferenceTime{}), body});
}

void SimulatedActivities::tick() {
    const auto time = now();
    if (!time) return;
    for (auto& [activity, room] : rooms_) {
        for (const auto& [sender, body] : std::exchange(room.messages, {}))
            deliver(activity, room, sender, body);
        for (auto& [member, instance] : room.people) {
            instance->advance(*time);
            if (auto body = instance->message(); !body.empty()) room.messages.emplace_back(member, std::move(body));
        }
    }
}

void SimulatedActivities::deliver(const QString& activity, Room& room, base::MemberIndex sender,
                                  const base::Bytes& body) {
    const auto sent_at = *now() - tick_time;
    for (auto& [member, instance] : room.people)
        if (member != sender) instance->receive({sender, sent_at, body});
    // Of others, who does not take part is told now and then.
    const bool told = room.entered || world_.ticks.all % 20 == static_cast<int>(sender.value() % 20);
    if (sender != SimulatedIds::ourselves && told) emit received({activity, sender, sent_at, body});
}

} // namespace plenum::ui
