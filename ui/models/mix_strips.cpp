// SPDX-License-Identifier: Apache-2.0
#include "ui/models/mix_strips.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

int MixStrips::row_of(int number) const {
    const auto place = std::ranges::find(strips_, number, &MixStrip::number);
    return place == strips_.end() ? -1 : static_cast<int>(place - strips_.begin());
}

int MixStrips::place_of(const MixStrip& strip) const {
    const auto place = std::ranges::find_if(strips_, [&](const MixStrip& other) {
        return std::pair{other.index, other.computer} > std::pair{strip.index, strip.computer};
    });
    return static_cast<int>(place - strips_.begin());
}

bool MixStrips::is_solo_on() const {
    return std::ranges::any_of(strips_, [](const MixStrip& strip) { return strip.mix.solo; });
}

void MixStrips::insert(int row, MixStrip strip) { strips_.insert(strips_.begin() + row, std::move(strip)); }

} // namespace plenum::ui
