// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/settings.h"
#include "ui/port/mixer_port.h"

namespace plenum::ui {

/// Volumes and places, by the keys of those whom they are for. Mute and solo are for one call: forgotten ones would
/// make people wonder about the silence.
class MixMemory {
  public:
    /// Past it those go that were changed longest ago.
    static constexpr qsizetype entries_max = 300;
    /// Of what is no person.
    static constexpr auto own = "own";
    static constexpr auto sum = "sum";

    explicit MixMemory(Settings& settings) : settings_{settings} {}

    [[nodiscard]] SoundMix find(const QString& key) const;
    void keep(const QString& key, const SoundMix& mix);

  private:
    Settings& settings_;
};

} // namespace plenum::ui
