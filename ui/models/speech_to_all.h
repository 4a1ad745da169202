// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/floors.h"
#include "ui/port/group_port.h"

namespace plenum::ui {

/// Who is in a group, or moderates, may speak to all groups at once; the plenary has a floor perhaps.
class SpeechToAll : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Groups")
    /// We do.
    Q_PROPERTY(bool on READ on NOTIFY changed)
    /// Whether we are heard, of whoever speaks to all, and of whoever is in the plenary.
    Q_PROPERTY(QString words READ words NOTIFY changed)
    Q_PROPERTY(QString plenaryWords READ plenary_words NOTIFY changed)

  public:
    SpeechToAll(GroupPort& port, const Floors& floors, QObject* parent);

    [[nodiscard]] bool on() const { return on_; }
    /// Nobody hears what we say to all: the plenary's floor is somebody else's.
    [[nodiscard]] bool barred() const { return !floors_.plenary_whose().isEmpty(); }
    [[nodiscard]] QString words() const;
    [[nodiscard]] QString plenary_words() const;
    Q_INVOKABLE void set(bool on) { port_.speak_to_all(on); }
    void clear() { on_ = false; }

  signals:
    void changed();
    /// By us.
    void switched(bool on, const QString& words);

  private:
    GroupPort& port_;
    const Floors& floors_;
    bool on_{false};
};

} // namespace plenum::ui
