// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_mixer.h"

#include "app/plenum/reception_age.h"
#include "app/plenum/translate.h"
#include "media/clock.h"

namespace plenum::app {

RealMixer::RealMixer(std::optional<CurrentCall>& call, RealMedia& media) : call_{call} {
    connect(&media, &RealMedia::sound_opened, this, &RealMixer::apply);
    connect(&media, &RealMedia::measured, this, &RealMixer::tell);
}

void RealMixer::set(media::SoundSource source, const ui::SoundMix& mix) {
    const auto* member = call_ ? call_->roster.find(source.member) : nullptr;
    if (member == nullptr || member->is_self) return;
    call_->mixes[source] = mix_of(mix);
    call_->apply_mix(source.member);
}

void RealMixer::set_sum_mix(const ui::SoundMix& mix) {
    sum_ = mix;
    apply();
}

void RealMixer::set_own_mix(const ui::SoundMix& mix) {
    own_ = mix;
    apply();
}

void RealMixer::apply() {
    if (!call_ || call_->media() == nullptr) return;
    auto& audio = call_->media()->audio();
    audio.set_output_gain_db(sum_.volume_db);
    audio.set_input_gain_db(own_.volume_db);
}

void RealMixer::tell(const media::AudioEngine::Stats& stats) {
    const auto way = call_->way();
    const auto receptions = call_->media()->receptions();
    const auto now = media::local_now();
    ui::MixedSound sound{
        .level = meter_level(stats.output.rms_dbfs), .limiting = stats.limiting, .delays = {}, .computers = {}};
    for (const auto& sender : stats.senders) {
        const auto reception = receptions.find(sender.sender);
        if (reception == receptions.end() || !is_fresh(reception->second.audio_at, now, sound_age_max)) continue;
        sound.delays.append({.index = sender.sender,
                             .packet = way.packet_duration,
                             .network = way.round_trip,
                             .playout = sender.current_delay,
                             .devices = way.devices()});
    }
    for (const auto& computer : stats.computers)
        if (call_->roster.find(computer.sender) != nullptr && !call_->is_blocked(computer.sender))
            sound.computers.append({computer.sender, meter_level(computer.level.rms_dbfs)});
    emit mixed(sound);
}

} // namespace plenum::app
