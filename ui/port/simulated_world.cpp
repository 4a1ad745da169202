// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_world.h"

#include <algorithm>

namespace plenum::ui {

void SimulatedWorld::clear() {
    people.clear();
    floors.clear();
    groups.clear();
    speaks_to_all = microphone_opened = false;
    ticks = 0;
}

bool SimulatedWorld::may_speak(base::MemberIndex index) const {
    const auto voice = floors.find(SimulatedIds::voice_floor);
    return voice == floors.end() || voice->second.may_speak(index);
}

base::ConversationId SimulatedWorld::group_of(base::MemberIndex member) const {
    const auto found =
        std::ranges::find_if(groups, [&](const auto& item) { return item.second.members.contains(member); });
    return found == groups.end() ? base::ConversationId{} : found->first;
}

bool SimulatedWorld::reaches_us(const Member& member) const {
    const auto theirs = group_of(member.index);
    return theirs.value() == 0 || theirs == group_of(SimulatedIds::ourselves) || member.speaks_to_all;
}

} // namespace plenum::ui
