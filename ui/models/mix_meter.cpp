// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mix_meter.h"

#include <algorithm>

namespace plenum::ui {

void MixMeter::take(const MixedSound& sound) {
    level_ = std::clamp(sound.level, 0.0F, 1.0F);
    limiting_ = sound.limiting;
    emit changed();
}

} // namespace plenum::ui
