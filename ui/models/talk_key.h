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

  public:
    TalkKey(Floors& floors, OwnMedia& media, const Session& session, const Settings& settings,
            QObject* parent = nullptr);

    [[nodiscard]] const QString& everywhere() const { return everywhere_; }
    [[nodiscard]] bool taken() const { return taken_; }
    /// By whoever knows the desktop.
    void offer(const QString& key);
    [[nodiscard]] QString everywhere_name() const;
    void set_taken(bool taken);
    /// Whether that key is to be heard now: in a call, and chosen.
    [[nodiscard]] bool wanted() const;
    Q_INVOKABLE void hold(bool held);

  signals:
    void changed();
    void wanted_changed();

  private:
    void look();

    Floors& floors_;
    OwnMedia& media_;
    const Session& session_;
    const Settings& settings_;
    QString everywhere_;
    bool taken_{false};
    bool was_wanted_{false};
};

} // namespace plenum::ui
