// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_mixer.h"

#include <algorithm>
#include <cmath>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr float limiting_level = 0.95F;
constexpr float computer_level = 0.6F;

} // namespace

void SimulatedMixer::play(const QList<MemberLevel>& levels) {
    MixedSound sound;
    for (const auto& level : levels)
        if (level.index != SimulatedIds::ourselves) sound.level = std::max(sound.level, level.level);
    const auto turned = static_cast<float>(sum_.volume_db / 60);
    sound.level = sum_.volume_db <= SoundMix::volume_db_min ? 0 : std::clamp(sound.level + turned, 0.0F, 1.0F);
    sound.limiting = sound.level > limiting_level;
    for (const auto& [index, person] : world_.people) {
        if (!person.member.microphone_on || person.member.presence == Presence::absent) continue;
        // Everybody has a network of their own.
        const auto held = std::chrono::milliseconds{30 + 7 * (index.value() % 5)};
        sound.delays.append({.index = index, .packet = 10ms, .network = 48ms, .playout = held, .devices = 26ms});
    }
    for (const auto& [index, computer] : computers_.asKeyValueRange())
        if (computer.plays && world_.people.contains(index))
            sound.computers.append({index, computer.mix.muted ? 0 : computer_level});
    emit mixed(sound);
}

} // namespace plenum::ui
