// SPDX-License-Identifier: Apache-2.0
#include "ui/models/talk_key.h"

#include <QKeySequence>
#include <QStringList>

#include <utility>

namespace plenum::ui {

TalkKey::TalkKey(Floors& floors, OwnMedia& media, const Session& session, Settings& settings, QObject* parent)
    : QObject{parent},
      floors_{floors},
      media_{media},
      session_{session},
      settings_{settings},
      chosen_before_{settings.talk_key()} {
    connect(&session, &Session::screen_changed, this, &TalkKey::look);
    connect(&settings, &Settings::changed, this, &TalkKey::look);
    connect(&floors_, &Floors::changed, this, &TalkKey::ask_again);
    // Taken, and not given back: to ask again is the person's affair.
    connect(&floors_, &Floors::voice_taken, this, [this] { asks_again_ = false; });
}

void TalkKey::offer(const QString& key) {
    everywhere_ = key;
    possible_ = true;
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

QString TalkKey::key_of(int key, int modifiers) {
    const auto held = Qt::KeyboardModifiers{modifiers} &
                      (Qt::ControlModifier | Qt::AltModifier | Qt::ShiftModifier | Qt::MetaModifier);
    switch (key) {
    case Qt::Key_Control:
    case Qt::Key_Shift:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta:
    case Qt::Key_Escape:
    case Qt::Key_Tab:
    case Qt::Key_Backtab:
    case Qt::Key_unknown:
    case 0: return {};
    default: break;
    }
    const bool function = key >= Qt::Key_F1 && key <= Qt::Key_F35;
    const bool silent = function || key == Qt::Key_Pause || key == Qt::Key_ScrollLock || key == Qt::Key_Insert;
    // What writes a letter would do so in every other window.
    if (!silent && !(held & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))) return {};
    const auto text =
        QKeySequence{QKeyCombination{held, static_cast<Qt::Key>(key)}}.toString(QKeySequence::PortableText);
    // Of every program, and our own: they would be lost to all during a call.
    static const QStringList spoken_for{
        QStringLiteral("Ctrl+C"),       QStringLiteral("Ctrl+V"),       QStringLiteral("Ctrl+X"),
        QStringLiteral("Ctrl+A"),       QStringLiteral("Ctrl+Z"),       QStringLiteral("Ctrl+S"),
        QStringLiteral("Alt+F4"),       QStringLiteral("F1"),           QStringLiteral("F11"),
        QStringLiteral("Ctrl+D"),       QStringLiteral("Ctrl+E"),       QStringLiteral("Ctrl+R"),
        QStringLiteral("Ctrl+,"),       QStringLiteral("Ctrl+Shift+C"), QStringLiteral("Ctrl+Shift+D"),
        QStringLiteral("Ctrl+Shift+F"), QStringLiteral("Ctrl+Shift+L"), QStringLiteral("Ctrl+Shift+P"),
        QStringLiteral("Ctrl+Shift+Q"), QStringLiteral("Ctrl+Shift+W")};
    return spoken_for.contains(text) ? QString{} : text;
}

void TalkKey::choose(const QString& key) {
    if (!key.isEmpty()) settings_.setProperty("talkKey", key);
}

void TalkKey::set_taken(bool taken) {
    if (std::exchange(taken_, taken) != taken) emit changed();
}

bool TalkKey::wanted() const {
    return !everywhere_.isEmpty() && settings_.talk_key_everywhere() && session_.screen() == QLatin1String{"call"};
}

/// Who leaves a call, or changes the choice, holds nothing any more.
void TalkKey::look() {
    if (session_.screen() != QLatin1String{"call"}) held_ = asked_ = asks_again_ = false;
    if (std::exchange(chosen_before_, chosen()) != chosen_before_) {
        hold(false);
        emit chosen_changed();
    }
    if (std::exchange(was_wanted_, wanted()) == was_wanted_) return;
    if (!was_wanted_) hold(false);
    emit wanted_changed();
}

/// What is not given by the time the key is up is not wanted.
void TalkKey::hold(bool held) {
    if (std::exchange(held_, held) != held) hold_floor(held);
    media_.hold_to_talk(held);
}

void TalkKey::hold_floor(bool held) {
    auto* floor = floors_.voice() == nullptr ? nullptr : floors_.voice()->own();
    asks_again_ = false;
    if (held) {
        const bool asks = floor != nullptr && floor->standing() == QLatin1String{"none"};
        asks_again_ = floor != nullptr && !asks && floor->giving_back();
        asked_ = asks || asks_again_;
        if (asks) floor->want(true);
    } else if (std::exchange(asked_, false) && floor != nullptr) {
        floor->want(false);
    }
}

void TalkKey::ask_again() {
    if (!asks_again_ || floors_.voice() == nullptr) return;
    auto& floor = *floors_.voice()->own();
    if (floor.giving_back()) return;
    asks_again_ = false;
    if (floor.standing() == QLatin1String{"none"}) floor.want(true);
}

} // namespace plenum::ui
