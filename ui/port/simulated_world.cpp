// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_world.h"

#include <algorithm>

namespace plenum::ui {

void SimulatedWorld::clear() {
    people.clear();
    floors.clear();
    groups.clear();
    wishes.mixes.clear();
    wishes.video_shares.clear();
    speaks_to_all = microphone_opened = false;
    ticks = 0;
}

bool SimulatedWorld::may_speak(base::MemberIndex index) const {
    const auto voice = floors.find(SimulatedIds::voice_floor);
    return voice == floors.end() || voice->second.may_speak(index);
}

float SimulatedWorld::heard_level(base::MemberIndex index, float level) const {
    const auto mix = wishes.mixes.value(index.value());
    const bool others_solo = !mix.solo && std::ranges::any_of(wishes.mixes, &SoundMix::solo);
    if (mix.muted || others_solo || mix.volume_db <= SoundMix::volume_db_min) return 0;
    return std::clamp(level + static_cast<float>(mix.volume_db / -SoundMix::volume_db_min), 0.0F, 1.0F);
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
