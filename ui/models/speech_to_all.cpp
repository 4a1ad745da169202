// SPDX-License-Identifier: Apache-2.0
#include "ui/models/speech_to_all.h"

#include <utility>

namespace plenum::ui {

SpeechToAll::SpeechToAll(GroupPort& port, const Floors& floors, QObject* parent)
    : QObject{parent},
      port_{port},
      floors_{floors} {
    connect(&port_, &GroupPort::speaks_to_all_changed, this, [this](bool on) {
        if (std::exchange(on_, on) == on) return;
        emit switched(on, !on        ? tr("You speak to your group alone now.")
                          : barred() ? words()
                                     : tr("You speak to all groups now."));
        emit changed();
    });
    connect(&floors_, &Floors::changed, this, &SpeechToAll::changed);
}

QString SpeechToAll::words() const {
    const auto whose = floors_.plenary_whose();
    return whose.isEmpty() ? tr("You speak to all groups: what you say goes to everyone.")
                           : tr("You speak to all groups once you have the plenary's floor. %1").arg(whose);
}

QString SpeechToAll::plenary_words() const {
    const auto whose = floors_.plenary_whose();
    return whose.isEmpty()
               ? tr("You are in the plenary: what you say goes to everyone, in the groups too.")
               : tr("You are in the plenary: whoever has its floor is heard, in the groups too. %1").arg(whose);
}

} // namespace plenum::ui
