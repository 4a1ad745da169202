// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>

namespace plenum::ui {

/// Our own recording as it stands.
struct RecordingState {
    enum class Phase : std::uint8_t {
        off = 1,
        announcing = 2, ///< everybody is told first
        recording = 3,
        paused = 4,    ///< the link is lost
        finishing = 5, ///< what is in memory goes to the disk
    };
    Phase phase{Phase::off};
    qint64 bytes{0};
    qint64 seconds{0};
    friend bool operator==(const RecordingState&, const RecordingState&) = default;
};

/// Why a recording of ours ended or never began.
enum class RecordingEnd : std::uint8_t {
    stopped = 1,       ///< by us, or with the call
    not_allowed = 2,   ///< this conference allows none
    forbidden = 3,     ///< a moderator ended it
    no_space = 4,      ///< the disk is full, or nearly so
    not_written = 5,   ///< the file cannot be written
    not_announced = 6, ///< others could not be told
};

/// Recordings of the call: ours, and who else makes one.
class RecordingPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual void stop() = 0;
    /// Plays a recording of a call in a window of its own. False if no program starts for it.
    [[nodiscard]] virtual bool play(const QString& file) = 0;
    [[nodiscard]] virtual RecordingState state() const = 0;
    /// Who records, ourselves among them, as the control log has it.
    [[nodiscard]] virtual QList<base::MemberIndex> recorders() const = 0;

  signals:
    /// Of either.
    void changed();
    /// Ours is over. `file`: where what was written is; empty where nothing is.
    void ended(plenum::ui::RecordingEnd why, const QString& file);
};

} // namespace plenum::ui
