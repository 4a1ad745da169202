// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_past.h"

#include <algorithm>

namespace plenum::ui {

BoardPast::BoardPast(BoardDocument& document) : document_{document} {
    connect(&pace_, &QTimer::timeout, this, &BoardPast::step);
}

BoardPast::Pace BoardPast::pace_for(int length) {
    const int interval = std::clamp(whole_ms_max / std::max(1, length), step_ms_min, step_ms_max);
    constexpr int ticks_max = whole_ms_max / step_ms_min;
    return {interval, std::max(1, (length + ticks_max - 1) / ticks_max)};
}

int BoardPast::length() const { return open() ? static_cast<int>(document_.past()->size()) : 0; }

int BoardPast::position() const { return open() ? static_cast<int>(document_.past()->position()) : 0; }

void BoardPast::begin() {
    document_.begin_past();
    emit changed();
}

void BoardPast::end() {
    pace_.stop();
    document_.end_past();
    emit changed();
}

void BoardPast::set_position(int position) {
    if (!open() || position < 0 || position == this->position()) return;
    document_.seek(static_cast<std::size_t>(position));
    emit changed();
}

void BoardPast::set_playing(bool playing) {
    if (!open() || playing == this->playing()) return;
    if (!playing) {
        pace_.stop();
    } else {
        if (position() == length()) set_position(0);
        pace_.start(pace_for(length()).interval_ms);
    }
    emit changed();
}

void BoardPast::step() {
    set_position(std::min(length(), position() + pace_for(length()).steps));
    if (position() == length()) set_playing(false);
}

} // namespace plenum::ui
