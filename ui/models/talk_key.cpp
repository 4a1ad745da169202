// SPDX-License-Identifier: Apache-2.0
#include "ui/models/talk_key.h"

#include <utility>

namespace plenum::ui {

TalkKey::TalkKey(Floors& floors, OwnMedia& media, const Session& session, const Settings& settings, QObject* parent)
    : QObject{parent},
      floors_{floors},
      media_{media},
      session_{session},
      settings_{settings} {
    connect(&session, &Session::screen_changed, this, &TalkKey::look);
    connect(&settings, &Settings::changed, this, &TalkKey::look);
}

void TalkKey::offer(const QString& key) {
    everywhere_ = key;
    emit changed();
    look();
}

QString TalkKey::everywhere_name() const {
    auto keys = everywhere_.split(QLatin1Char{'+'});
    for (auto& key : keys) {
        if (key == QLatin1String{"Ctrl"}) key = tr("Ctrl", "a key");
        if (key == QLatin1String{"Shift"}) key = tr("Shift", "a key");
        if (key == QLatin1String{"Space"}) key = tr("Space", "a key");
    }
    return keys.join(QLatin1Char{'+'});
}

void TalkKey::set_taken(bool taken) {
    if (std::exchange(taken_, taken) != taken) emit changed();
}

bool TalkKey::wanted() const {
    return !everywhere_.isEmpty() && settings_.talk_key_everywhere() && session_.screen() == QLatin1String{"call"};
}

/// Who leaves a call, or changes the choice, holds nothing any more.
void TalkKey::look() {
    if (std::exchange(was_wanted_, wanted()) == was_wanted_) return;
    if (!was_wanted_) hold(false);
    emit wanted_changed();
}

/// What is not given by the time the key is up is not wanted.
void TalkKey::hold(bool held) {
    floors_.hold_to_talk(held);
    media_.hold_to_talk(held);
}

} // namespace plenum::ui
