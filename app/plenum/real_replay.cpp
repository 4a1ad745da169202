// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_replay.h"

#include "media/clock.h"

#include <utility>

namespace plenum::app {
namespace {

constexpr std::chrono::milliseconds replay_tick_interval{100};
constexpr int ticks_per_look = 10;

media::ReplaySpeed speed_of(ui::ReplayPace pace) {
    switch (pace) {
    case ui::ReplayPace::usual: return media::ReplaySpeed::usual;
    case ui::ReplayPace::half_faster: return media::ReplaySpeed::half_faster;
    case ui::ReplayPace::twice: return media::ReplaySpeed::twice;
    }
    return media::ReplaySpeed::usual;
}

} // namespace

RealReplay::RealReplay(std::optional<CurrentCall>& call, RealMedia& media) : call_{call} {
    timer_.setInterval(replay_tick_interval);
    connect(&timer_, &QTimer::timeout, this, &RealReplay::tick);
    connect(&media, &RealMedia::replayed, this, [this](base::MemberIndex member, const media::VideoFrame& frame) {
        if (on_ && call_ && !call_->is_blocked(member)) emit picture(member, frame);
    });
}

CallReplay* RealReplay::replay() const {
    return call_ && call_->entered() && call_->media() != nullptr ? &call_->media()->replay() : nullptr;
}

base::LocalTime RealReplay::now() const { return media::local_now(); }

void RealReplay::set_watched(bool watched) {
    watched_ = watched;
    auto* replay = this->replay();
    if (replay == nullptr || !watched) return;
    ticks_ = 0;
    replay->fetch(call_->view);
    timer_.start();
    QMetaObject::invokeMethod(this, [this] { tell_material(); }, Qt::QueuedConnection);
}

void RealReplay::play(base::LocalTime from) {
    auto* replay = this->replay();
    if (replay == nullptr) return;
    replay->player()->begin(from, now());
    on_ = true;
    timer_.start();
}

void RealReplay::set_pace(ui::ReplayPace pace) {
    if (auto* replay = this->replay()) replay->player()->set_speed(speed_of(pace));
}

void RealReplay::set_paused(bool paused) {
    if (auto* replay = this->replay()) replay->player()->set_paused(paused);
}

void RealReplay::show(base::MemberIndex member) {
    if (auto* replay = this->replay()) replay->choose_picture(member);
}

void RealReplay::stop() {
    if (auto* replay = this->replay()) replay->player()->end();
    if (!std::exchange(on_, false)) return;
    QMetaObject::invokeMethod(this, [this] { emit moved({}); }, Qt::QueuedConnection);
}

void RealReplay::clear() {
    timer_.stop();
    on_ = watched_ = false;
}

void RealReplay::tick() {
    auto* replay = this->replay();
    if (replay == nullptr || (!on_ && !watched_)) return timer_.stop();
    if (watched_ && ++ticks_ % ticks_per_look == 0) tell_material();
    if (!on_) return;
    const auto clock = replay->player()->clock();
    on_ = clock.on();
    emit moved({.on = on_,
                .position = clock.position(),
                .live = now(),
                .paused = clock.paused(),
                .until_live = clock.until_live(now())});
    if (clock.caught_up()) emit caught_up();
}

void RealReplay::tell_material() {
    auto* replay = this->replay();
    if (replay == nullptr) return;
    const auto& history = replay->history();
    ui::ReplayMaterial material{.people = {}, .fetching = replay->puller().busy()};
    auto senders = history.senders();
    const auto& unreadable = replay->puller().unreadable();
    senders.insert(senders.end(), unreadable.begin(), unreadable.end());
    std::ranges::sort(senders);
    const auto repeated = std::ranges::unique(senders);
    senders.erase(repeated.begin(), repeated.end());
    for (const auto sender : senders) {
        if (call_->is_blocked(sender)) continue;
        ui::ReplayPerson person{.index = sender,
                                .name = call_->roster.name_of(sender),
                                .sound_from = history.oldest_sound(sender),
                                .pictures_from = history.oldest_picture(sender),
                                .unreadable = unreadable.contains(sender)};
        for (const auto& span : history.speech(sender))
            person.speech.append({span.from, span.to});
        material.people.append(person);
    }
    emit material_changed(material);
}

} // namespace plenum::app
