// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_scenes.h"

#include "ui/port/simulated_scene.h"

namespace plenum::ui {
namespace {

constexpr int ticks_between_scenes = 2;

} // namespace

QList<base::MemberIndex> SimulatedScenes::sharers() const {
    QList<base::MemberIndex> all;
    for (const auto member : sharers_)
        all << member;
    return all;
}

void SimulatedScenes::clear() {
    sharers_.clear();
    watched_ = {};
    emit changed();
}

void SimulatedScenes::someone_shares(base::MemberIndex member, bool shares) {
    if (shares)
        sharers_.insert(member);
    else
        sharers_.erase(member);
    emit changed();
}

void SimulatedScenes::tick() {
    if (!sharers_.contains(watched_) || world_.ticks.in_call % ticks_between_scenes != 0) return;
    emit scene(watched_, simulated_scene(points, world_.ticks.in_call / 10.0));
}

} // namespace plenum::ui
