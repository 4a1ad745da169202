// SPDX-License-Identifier: Apache-2.0
#include "ui/models/own_media.h"

#include <algorithm>

namespace plenum::ui {

OwnMedia::OwnMedia(MediaPort& port, QObject* parent) : QObject{parent}, port_{port} {
    connect(&port_, &MediaPort::microphone_on_changed, this, [this](bool on) {
        if (on) show_hint(false);
        emit microphone_changed();
    });
    connect(&port_, &MediaPort::camera_on_changed, this, &OwnMedia::camera_changed);
    connect(&port_, &MediaPort::microphone_activity, this, &OwnMedia::hear);
}

void OwnMedia::set_microphone_on(bool on) {
    push_to_talk_ = false;
    port_.set_microphone_on(on);
    // What a person wants while a floor keeps it closed changes nothing else.
    emit microphone_changed();
}

void OwnMedia::hold_to_talk(bool held) {
    if (held == push_to_talk_ || (held && microphone_on())) return;
    push_to_talk_ = held;
    if (held) wanted_before_ = port_.microphone_wanted();
    port_.set_microphone_on(held || wanted_before_);
    emit microphone_changed();
}

void OwnMedia::hear(const MicrophoneActivity& activity) {
    const auto level = std::clamp(activity.level, 0.0F, 1.0F);
    if (level != level_) {
        level_ = level;
        emit level_changed();
    }
    if (microphone_on()) {
        speaking_reports_ = 0;
        return;
    }
    speaking_reports_ = activity.speaking ? speaking_reports_ + 1 : 0;
    silent_reports_ = activity.speaking ? 0 : silent_reports_ + 1;
    if (speaking_reports_ >= reports_to_show) show_hint(true);
    if (silent_reports_ >= reports_to_hide) show_hint(false);
}

void OwnMedia::show_hint(bool show) {
    if (show == talking_while_muted_) return;
    talking_while_muted_ = show;
    emit talking_while_muted_changed();
}

} // namespace plenum::ui
