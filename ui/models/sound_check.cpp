// SPDX-License-Identifier: Apache-2.0
#include "ui/models/sound_check.h"

namespace plenum::ui {

SoundCheck::SoundCheck(DevicePort& port, QObject* parent) : QObject{parent}, port_{port} {
    connect(&port_, &DevicePort::test_sound_changed, this, [this](bool playing) {
        if (playing == playing_) return;
        playing_ = playing;
        emit playing_changed();
    });
}

void SoundCheck::set_metering(bool on) {
    if (on == metering_) return;
    metering_ = on;
    port_.set_metering(on);
    emit metering_changed();
}

} // namespace plenum::ui
