// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floors.h"
#include "ui/models/own_media.h"
#include "ui/models/session.h"
#include "ui/models/settings.h"

namespace plenum::ui {

/// The key that is held to talk: it asks for the floor where one is needed, opens the microphone, and takes both back.
/// The space bar where the window has the keyboard; and, where the desktop allows it and the person wants it, another
/// one while any window has it.
class TalkKey : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// The one that works everywhere, as it is read aloud; empty where the desktop has none for programs.
    Q_PROPERTY(QString everywhere READ everywhere NOTIFY changed)
    /// As people know it.
    Q_PROPERTY(QString everywhereName READ everywhere_name NOTIFY changed)
    /// It is wanted, and another program has it.
    Q_PROPERTY(bool taken READ taken NOTIFY changed)
    /// The desktop tells programs of keys that are pressed in other windows.
    Q_PROPERTY(bool possible READ possible NOTIFY changed)

  public:
    TalkKey(Floors& floors, OwnMedia& media, const Session& session, Settings& settings, QObject* parent = nullptr);

    [[nodiscard]] const QString& everywhere() const { return everywhere_; }
    [[nodiscard]] bool taken() const { return taken_; }
    [[nodiscard]] bool possible() const { return possible_; }
    /// What the person chose, as QKeySequence::PortableText writes it.
    [[nodiscard]] const QString& chosen() const { return settings_.talk_key(); }
    /// By whoever knows the desktop: the chosen key, or empty where the keyboard has it not.
    void offer(const QString& key);
    /// The key of an event, with what is held with it, if it can be the talk key: one that writes nothing by itself.
    /// Else empty. In the form of `chosen`.
    Q_INVOKABLE static QString key_of(int key, int modifiers);
    /// Of `key_of`.
    Q_INVOKABLE void choose(const QString& key);
    [[nodiscard]] QString everywhere_name() const;
    void set_taken(bool taken);
    /// Whether that key is to be heard now: in a call, and chosen.
    [[nodiscard]] bool wanted() const;
    /// Key down asks for the floor that speaking needs, key up gives it back; what was asked for otherwise stays. Down
    /// again while it is still being given back, the key asks for it anew as soon as that came to pass.
    Q_INVOKABLE void hold(bool held);
    [[nodiscard]] bool held() const { return held_; }

  signals:
    void changed();
    void wanted_changed();
    /// Another key was chosen.
    void chosen_changed();

  private:
    void look();
    void hold_floor(bool held);
    void ask_again();

    Floors& floors_;
    OwnMedia& media_;
    const Session& session_;
    Settings& settings_;
    QString chosen_before_;
    bool possible_{false};
    QString everywhere_;
    bool taken_{false};
    bool was_wanted_{false};
    bool held_{false};
    /// The floor, by this key.
    bool asked_{false};
    /// The key is down, and the floor not given back yet since before.
    bool asks_again_{false};
};

} // namespace plenum::ui
