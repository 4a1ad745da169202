// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"
#include "media/frame.h"
#include "ui/port/board_port.h"
#include "ui/port/file_port.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

namespace plenum::ui {

/// Somebody in a recorded call.
struct RecordedPerson {
    base::MemberIndex index;
    QString name;
    bool present{true};
    /// Of the pictures of their camera; 0 for none.
    int camera{0};
};

/// What is told of a recorded call beside sound, pictures and the whiteboard.
struct RecordedNote {
    enum class Kind : std::uint8_t {
        said = 1,
        changed = 2, ///< the line of the same number has this text now; empty: it was deleted
        came = 3,
        left = 4,
        lost = 5, ///< the connection
        back = 6,
        floor = 7,   ///< whoever is named has the floor of this label now; no names: nobody
        records = 8, ///< began to record
        recorded = 9,
        floor_for_all = 10, ///< everyone has the floor of this label now
    };
    Kind kind{Kind::said};
    /// Names a line of the chat.
    quint64 line{0};
    QStringList names;
    QString text;
    qint64 at_ms{0};
};

/// A recording that is played. Rules as in ConferencePorts.
class FileReplayPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] virtual QString title() const = 0;
    [[nodiscard]] virtual qint64 duration_ms() const = 0;
    [[nodiscard]] virtual qint64 position_ms() const = 0;
    [[nodiscard]] virtual bool playing() const = 0;
    /// 1, 1.5 or 2.
    [[nodiscard]] virtual double speed() const = 0;
    virtual void set_playing(bool playing) = 0;
    virtual void seek(qint64 to_ms) = 0;
    virtual void set_speed(double speed) = 0;
    /// What was drawn so far; nobody draws on it.
    [[nodiscard]] virtual BoardPort& board() = 0;
    /// Contents of the pictures on it.
    [[nodiscard]] virtual FilePort& files() = 0;

  signals:
    void moved();
    /// All notes come anew.
    void rewound();
    void noted(const plenum::ui::RecordedNote& note);
    void people_changed(const QList<plenum::ui::RecordedPerson>& people);
    /// Of a camera or, with `screen`, of a shared screen. An empty one: there is none at this place.
    void picture(int number, bool screen, const plenum::media::VideoFrame& frame);
};

} // namespace plenum::ui
