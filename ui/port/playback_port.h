// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>

namespace plenum::ui {

/// Where a recording of cameras is played, in its own time without long pauses.
struct PlaybackPlace {
    qint64 at_ms{0};
    /// It grows in the first seconds of a long one.
    qint64 length_ms{0};
    bool paused{false};
    friend bool operator==(const PlaybackPlace&, const PlaybackPlace&) = default;
};

/// A recording of cameras while it is played. At its end it pauses, and begins anew when it is played again.
class PlaybackPort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    [[nodiscard]] virtual PlaybackPlace place() const = 0;
    virtual void set_paused(bool paused) = 0;
    virtual void seek(qint64 at_ms) = 0;
    /// By so many ensembles, back where negative. Pauses.
    virtual void step(int ensembles) = 0;

  signals:
    void moved();
};

} // namespace plenum::ui
