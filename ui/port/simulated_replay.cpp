// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_replay.h"

#include <algorithm>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration tick_length = 50ms;
constexpr base::Duration age_max = 5min;
constexpr base::Duration live_margin = 250ms;
/// Shorter pauses are breath.
constexpr base::Duration pause_min = 700ms;

double factor_of(ReplayPace pace) { return pace == ReplayPace::usual ? 1 : pace == ReplayPace::half_faster ? 1.5 : 2; }

} // namespace

SimulatedReplay::SimulatedReplay(SimulatedWorld& world, const MediaPort& media, const PeoplePort& people)
    : world_{world} {
    connect(&media, &MediaPort::levels_changed, this, &SimulatedReplay::take);
    connect(&people, &PeoplePort::member_changed, this, [this](const Member& member) {
        if (member.is_self) return;
        auto& person = people_[member.index];
        person.index = member.index;
        person.name = member.name;
    });
}

/// As if the program had run for a day: what was before it began is no time below zero.
base::LocalTime SimulatedReplay::now() const { return base::LocalTime{24h + world_.ticks.all * tick_length}; }

void SimulatedReplay::clear() {
    people_.clear();
    state_ = {};
    shown_ = {};
    watched_ = false;
}

void SimulatedReplay::take(const QList<MemberLevel>& levels) {
    if (world_.state != ConnectionState::in_call) return;
    for (const auto& level : levels) {
        const auto found = people_.find(level.index);
        if (found == people_.end()) continue;
        auto& person = found->second;
        if (!person.sound_from) person.sound_from = now() - tick_length;
        if (!level.speaking) continue;
        const auto began = now() - tick_length;
        if (!person.speech.isEmpty() && began - person.speech.back().to < pause_min)
            person.speech.back().to = now();
        else
            person.speech.append({began, now()});
    }
}

void SimulatedReplay::someone_spoke(base::MemberIndex index, base::Duration ago, base::Duration length) {
    auto& person = people_[index];
    const auto from = now() - ago;
    person.index = index;
    person.sound_from = std::min(person.sound_from.value_or(from), from);
    person.pictures_from = std::min(person.pictures_from.value_or(from), from);
    person.speech.append({from, from + length});
    std::ranges::sort(person.speech, {}, &ReplaySpan::from);
}

void SimulatedReplay::drop_old() {
    const auto oldest_kept = now() - age_max;
    for (auto& [index, person] : people_) {
        if (person.sound_from) person.sound_from = std::max(*person.sound_from, oldest_kept);
        if (person.pictures_from) person.pictures_from = std::max(*person.pictures_from, oldest_kept);
        person.speech.removeIf([&](const ReplaySpan& span) { return span.to <= oldest_kept; });
        if (!person.speech.isEmpty()) person.speech.front().from = std::max(person.speech.front().from, oldest_kept);
    }
}

std::optional<base::LocalTime> SimulatedReplay::oldest() const {
    std::optional<base::LocalTime> oldest;
    for (const auto& [index, person] : people_)
        if (person.sound_from) oldest = std::min(oldest.value_or(base::local_time_max), *person.sound_from);
    return oldest;
}

void SimulatedReplay::set_watched(bool watched) {
    watched_ = watched;
    if (watched) QMetaObject::invokeMethod(this, [this] { tell_material(); }, Qt::QueuedConnection);
}

void SimulatedReplay::tell_material() {
    drop_old();
    ReplayMaterial material;
    for (const auto& [index, person] : people_)
        if (person.sound_from || person.pictures_from || person.unreadable) material.people.append(person);
    emit material_changed(material);
}

void SimulatedReplay::play(base::LocalTime from) {
    if (world_.state != ConnectionState::in_call) return;
    state_.on = true;
    state_.live = now();
    state_.position = std::clamp(from, std::min(oldest().value_or(now()), now() - live_margin), now() - live_margin);
}

void SimulatedReplay::set_paused(bool paused) { state_.paused = paused; }

void SimulatedReplay::stop() {
    if (!state_.on) return;
    state_.on = false;
    QMetaObject::invokeMethod(this, [this] { emit moved(state_); }, Qt::QueuedConnection);
}

void SimulatedReplay::tick() {
    for (auto& [index, person] : people_) {
        const auto found = world_.people.find(index);
        const bool seen = found != world_.people.end() && found->second.member.camera_on;
        if (seen && !person.pictures_from) person.pictures_from = now();
    }
    if (watched_ && world_.ticks.in_call % simulated_ticks_per_second == 0) tell_material();
    if (!state_.on) return;
    const auto gain = factor_of(pace_) - 1;
    const auto step = base::Duration{static_cast<std::int64_t>(static_cast<double>(tick_length.count()) * (gain + 1))};
    if (!state_.paused) state_.position += step;
    state_.position = std::max(state_.position, oldest().value_or(state_.position));
    state_.live = now();
    const auto left = state_.live - live_margin - state_.position;
    state_.until_live =
        gain > 0 && !state_.paused
            ? std::optional{base::Duration{static_cast<std::int64_t>(static_cast<double>(left.count()) / gain)}}
            : std::nullopt;
    const bool over = left <= 0ms && !state_.paused;
    if (over) state_.on = false;
    emit moved(state_);
    if (over) return emit caught_up();
    tell_picture();
}

void SimulatedReplay::tell_picture() {
    const auto found = world_.people.find(shown_);
    if (shown_.value() == 0) return;
    const bool seen =
        found != world_.people.end() && found->second.member.camera_on && !found->second.member.acquaintance.blocked;
    if (!seen) return emit picture(shown_, {});
    const auto behind = static_cast<int>((state_.live - state_.position) / tick_length);
    const auto then = std::max(0, world_.ticks.all - behind);
    emit picture(shown_, found->second.picture.at(then));
}

} // namespace plenum::ui
