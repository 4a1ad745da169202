// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/capture_port.h"

#include <QUrl>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How the cameras are triggered, and the recording of what they send.
class CaptureControl : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Capture")
    Q_PROPERTY(bool armed READ armed WRITE set_armed NOTIFY changed)
    /// "blocking", "periodic" or "together".
    Q_PROPERTY(QString pace READ pace WRITE set_pace NOTIFY changed)
    /// "blocking", in the person's language.
    Q_PROPERTY(QString paceWords READ pace_words NOTIFY changed)
    /// {pace, words, explanation}
    Q_PROPERTY(QVariantList paces READ paces NOTIFY changed)
    /// Ensembles a second, at most where the pace is blocking.
    Q_PROPERTY(double rate READ rate WRITE set_rate NOTIFY changed)
    Q_PROPERTY(QList<double> rates READ rates NOTIFY changed)
    Q_PROPERTY(bool recording READ recording NOTIFY changed)
    /// "1 240 ensembles · 1.3 GB"; empty while nothing is recorded.
    Q_PROPERTY(QString recordingWords READ recording_words NOTIFY changed)

  public:
    static constexpr double rate_min_hz = 0.1;
    static constexpr double rate_max_hz = 120;

    /// `port` outlives this.
    explicit CaptureControl(CapturePort& port);

    [[nodiscard]] bool armed() const { return port_.trigger().armed; }
    void set_armed(bool armed);
    [[nodiscard]] QString pace() const;
    void set_pace(const QString& pace);
    [[nodiscard]] QString pace_words() const;
    [[nodiscard]] QVariantList paces() const;
    [[nodiscard]] double rate() const { return port_.trigger().rate_hz; }
    void set_rate(double rate_hz);
    /// The usual ones, and the one in force.
    [[nodiscard]] QList<double> rates() const;
    [[nodiscard]] bool recording() const { return port_.recording().on; }
    [[nodiscard]] QString recording_words() const;

    Q_INVOKABLE void record(const QUrl& file);
    Q_INVOKABLE void stop_recording() { port_.stop_recording(); }
    void retranslate() { emit changed(); }

  signals:
    void changed();

  private:
    CapturePort& port_;
};

} // namespace plenum::ui
