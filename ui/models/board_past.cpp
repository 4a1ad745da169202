// SPDX-License-Identifier: Apache-2.0
#include "ui/models/board_past.h"

#include <algorithm>

namespace plenum::ui {

BoardPast::BoardPast(BoardDocument& document) : document_{document} {
    pace_.setInterval(step_ms);
    connect(&pace_, &QTimer::timeout, this, &BoardPast::step);
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
        pace_.start();
    }
    emit changed();
}

void BoardPast::step() {
    const auto steps = std::max(1, length() * step_ms / whole_ms_max);
    set_position(std::min(length(), position() + steps));
    if (position() == length()) set_playing(false);
}

} // namespace plenum::ui
