// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/current_call.h"
#include "app/plenum/real_media.h"
#include "ui/port/mixer_port.h"

namespace plenum::app {

/// How loud people, all of them and our microphone are, on this computer.
class RealMixer : public ui::MixerPort {
    Q_OBJECT

  public:
    /// Both outlive this.
    RealMixer(std::optional<CurrentCall>& call, RealMedia& media);

    // MixerPort
    void set_mix(base::MemberIndex index, const ui::SoundMix& mix) override { set({index}, mix); }
    void set_computer_mix(base::MemberIndex index, const ui::SoundMix& mix) override {
        set({index, media::SoundSource::Kind::computer}, mix);
    }
    void set_sum_mix(const ui::SoundMix& mix) override;
    void set_own_mix(const ui::SoundMix& mix) override;

  private:
    void set(media::SoundSource source, const ui::SoundMix& mix);
    /// The devices were opened for this call.
    void apply();
    void tell(const media::AudioEngine::Stats& stats);

    std::optional<CurrentCall>& call_;
    ui::SoundMix sum_;
    ui::SoundMix own_;
};

} // namespace plenum::app
