// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_media.h"

#include <utility>

namespace plenum::ui {
namespace {

/// Whether the picture of this tick is among those that are received.
bool is_wanted(VideoShare share, int tick) {
    switch (share) {
    case VideoShare::everything:
    case VideoShare::small: return true;
    case VideoShare::half: return tick % 2 == 0;
    case VideoShare::low: return tick % 4 == 0;
    case VideoShare::stills: return tick % 20 == 0;
    case VideoShare::none: break;
    }
    return false;
}

} // namespace

SimulatedMedia::SimulatedMedia(SimulatedWorld& world, SimulatedPeople& people)
    : world_{world},
      people_{people},
      mixer_{world},
      incoming_video_{world},
      replay_{world, *this, people} {
    connect(this, &MediaPort::levels_changed, &mixer_, &SimulatedMixer::play);
    connect(&incoming_video_, &SimulatedIncomingVideo::hidden, this,
            [this](base::MemberIndex index) { emit video_frame(index, {}); });
}

void SimulatedMedia::clear() {
    preview_ = false;
    replay_.clear();
    microphone_told_ = world_.microphone_wanted;
}

void SimulatedMedia::set_microphone_on(bool on) {
    if (world_.microphone_wanted == on && !world_.microphone_opened) return;
    world_.microphone_wanted = on;
    if (!on) world_.microphone_opened = false;
    QMetaObject::invokeMethod(
        this,
        [this] {
            microphone_told_ = microphone_on();
            emit microphone_on_changed(microphone_told_);
            people_.tell_self();
        },
        Qt::QueuedConnection);
}

void SimulatedMedia::set_camera_on(bool on) {
    if (world_.camera_wanted == on) return;
    world_.camera_wanted = on;
    QMetaObject::invokeMethod(
        this,
        [this] {
            emit camera_on_changed(camera_on());
            if (preview_ && !camera_on()) emit preview_frame({});
            people_.tell_self();
        },
        Qt::QueuedConnection);
}

void SimulatedMedia::tick(bool metering) {
    const auto shown = preview_ || world_.state == ConnectionState::waiting;
    if (shown || metering || world_.state == ConnectionState::in_call) {
        const auto loud = 0.45F + 0.4F * static_cast<float>(world_.random.below(1000)) / 1000.0F;
        const auto level = !world_.has_device(DeviceKind::microphone) ? 0.0F : self_talking_ ? loud : 0.06F;
        emit microphone_activity({.level = level, .speaking = self_talking_ && level > 0});
    }
    if (shown && camera_on()) emit preview_frame(own_picture_.at(world_.ticks.all));
}

void SimulatedMedia::play() {
    make_voices();
    make_pictures();
    replay_.tick();
}

void SimulatedMedia::follow_floor() {
    if (std::exchange(microphone_told_, microphone_on()) == microphone_on()) return;
    emit microphone_on_changed(microphone_on());
    people_.tell_self();
}

void SimulatedMedia::someone_mutes_us(base::MemberIndex moderator) {
    if (!world_.microphone_wanted) return;
    emit muted_by(moderator);
    set_microphone_on(false);
}

void SimulatedMedia::make_voices() {
    QList<MemberLevel> levels;
    for (auto& [index, person] : world_.people) {
        if (--person.ticks_to_change <= 0) {
            person.talking = !person.talking && world_.random.chance(300'000);
            person.ticks_to_change = static_cast<int>(world_.random.between(30, 140));
        }
        const auto heard = person.member.microphone_on && person.member.presence == Presence::present &&
                           !person.member.acquaintance.blocked && world_.may_speak(index) &&
                           world_.reaches_us(person.member);
        if (!heard || !person.talking) continue;
        const auto level = 0.35F + static_cast<float>(world_.random.below(500)) / 1000.0F;
        const auto shown = world_.heard_level(index, level);
        if (shown > 0) levels.append({.index = index, .level = shown, .speaking = true});
    }
    if (self_talking_ && microphone_on())
        levels.append({.index = SimulatedIds::ourselves, .level = 0.7F, .speaking = true});
    emit levels_changed(levels);
}

void SimulatedMedia::make_pictures() {
    if (camera_on()) emit video_frame(SimulatedIds::ourselves, own_picture_.at(world_.ticks.all));
    for (auto& [index, person] : world_.people)
        if (person.member.camera_on && person.member.presence == Presence::present &&
            !person.member.acquaintance.blocked && world_.reaches_us(person.member) &&
            is_wanted(world_.video_share(index), world_.ticks.all))
            emit video_frame(index, person.picture.at(world_.ticks.all));
}

} // namespace plenum::ui
