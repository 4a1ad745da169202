// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/mixer_port.h"
#include "ui/port/simulated_world.h"

#include <QMap>

namespace plenum::ui {

/// The mixing desk of a simulated conference. SimulatedMedia makes the levels that it asks for.
class SimulatedMixer : public MixerPort {
    Q_OBJECT

  public:
    /// Outlives this.
    explicit SimulatedMixer(SimulatedWorld& world) : world_{world} {}

    // MixerPort
    void set_mix(base::MemberIndex index, const SoundMix& mix) override { world_.wishes.mixes[index.value()] = mix; }
    void set_computer_mix(base::MemberIndex index, const SoundMix& mix) override { computers_[index].mix = mix; }
    void set_sum_mix(const SoundMix& mix) override { sum_ = mix; }
    void set_own_mix(const SoundMix& mix) override { own_ = mix; }

    /// What is heard now.
    void play(const QList<MemberLevel>& levels);

    /// Whether sound comes with somebody's shared screen.
    void play_computer(base::MemberIndex index, bool plays) { computers_[index].plays = plays; }

    // What a test looks at
    [[nodiscard]] SoundMix computer_mix(base::MemberIndex index) const { return computers_.value(index).mix; }
    [[nodiscard]] SoundMix mix(base::MemberIndex index) const { return world_.wishes.mixes.value(index.value()); }
    [[nodiscard]] const SoundMix& sum() const { return sum_; }
    [[nodiscard]] const SoundMix& own() const { return own_; }

  private:
    struct Computer {
        SoundMix mix{};
        bool plays{false};
    };
    SimulatedWorld& world_;
    QMap<base::MemberIndex, Computer> computers_;
    SoundMix sum_;
    SoundMix own_;
};

} // namespace plenum::ui
