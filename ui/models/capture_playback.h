// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/playback_port.h"

#include <QString>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Where a recording of cameras is played, and what moves it.
class CapturePlayback : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Capture")
    /// In seconds, as `position`.
    Q_PROPERTY(double duration READ duration NOTIFY moved)
    Q_PROPERTY(double position READ position NOTIFY moved)
    /// "1:02 of 10:00"
    Q_PROPERTY(QString place READ place NOTIFY moved)
    Q_PROPERTY(bool playing READ playing WRITE set_playing NOTIFY moved)

  public:
    /// `port` outlives this.
    explicit CapturePlayback(PlaybackPort& port);

    [[nodiscard]] double duration() const { return static_cast<double>(port_.place().length_ms) / 1000; }
    [[nodiscard]] double position() const { return static_cast<double>(port_.place().at_ms) / 1000; }
    [[nodiscard]] QString place() const;
    [[nodiscard]] bool playing() const { return !port_.place().paused; }
    void set_playing(bool playing) { port_.set_paused(!playing); }

    Q_INVOKABLE void seek(double seconds) { port_.seek(static_cast<qint64>(seconds * 1000)); }
    /// By so many ensembles, back where negative.
    Q_INVOKABLE void step(int ensembles) { port_.step(ensembles); }
    void retranslate() { emit moved(); }

  signals:
    void moved();

  private:
    PlaybackPort& port_;
};

} // namespace plenum::ui
