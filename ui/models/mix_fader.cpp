// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mix_fader.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

MixFader::MixFader(MixMemory& memory, const QString& key, Apply apply)
    : memory_{memory},
      key_{key},
      apply_{std::move(apply)},
      mix_{memory_.find(key_)} {
    apply_(mix_);
}

void MixFader::set_volume(double volume_db) {
    const auto wanted = std::clamp(volume_db, SoundMix::volume_db_min, SoundMix::volume_db_max);
    if (std::exchange(mix_.volume_db, wanted) == wanted) return;
    apply_(mix_);
    memory_.keep(key_, mix_);
    emit changed();
}

} // namespace plenum::ui
