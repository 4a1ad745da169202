// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/capture_port.h"

#include <QVariantList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How the cluster goes: the asynchrony of its ensembles and the rate of its path as series for charts, and figures.
class CaptureCharts : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Capture")
    /// In ms, the oldest first; -1 for an ensemble that was not complete.
    Q_PROPERTY(QList<double> asynchrony READ asynchrony NOTIFY asynchrony_changed)
    /// Where the scale ends.
    Q_PROPERTY(double asynchronyMax READ asynchrony_max NOTIFY asynchrony_changed)
    /// "median 3.1 ms · p95 7.4 ms"
    Q_PROPERTY(QString asynchronyWords READ asynchrony_words NOTIFY figures_changed)
    /// In Mbit/s, the oldest first.
    Q_PROPERTY(QList<double> available READ available NOTIFY figures_changed)
    Q_PROPERTY(QList<double> used READ used NOTIFY figures_changed)
    Q_PROPERTY(double pathMax READ path_max NOTIFY figures_changed)
    /// "available 38 Mbit/s · flowshare 1.02"
    Q_PROPERTY(QString pathWords READ path_words NOTIFY figures_changed)
    /// {name, value} each.
    Q_PROPERTY(QVariantList rows READ rows NOTIFY figures_changed)
    /// "Clock error ±0.2 ms"
    Q_PROPERTY(QString clockWords READ clock_words NOTIFY figures_changed)

  public:
    /// Points of a series that are kept: half a minute, and 15 s at 10 ensembles a second.
    static constexpr qsizetype points_max = 150;

    /// `port` outlives this.
    explicit CaptureCharts(CapturePort& port);

    [[nodiscard]] const QList<double>& asynchrony() const { return asynchrony_; }
    [[nodiscard]] double asynchrony_max() const;
    [[nodiscard]] QString asynchrony_words() const;
    [[nodiscard]] const QList<double>& available() const { return available_; }
    [[nodiscard]] const QList<double>& used() const { return used_; }
    [[nodiscard]] double path_max() const;
    [[nodiscard]] QString path_words() const;
    [[nodiscard]] QVariantList rows() const;
    [[nodiscard]] QString clock_words() const;
    /// The least of 1, 2 and 5 times a power of ten that is not below `value`.
    [[nodiscard]] static double scale_end(double value);

    void clear();
    void retranslate() { emit figures_changed(); }

  signals:
    void asynchrony_changed();
    void figures_changed();

  private:
    CapturePort& port_;
    QList<double> asynchrony_;
    QList<double> available_;
    QList<double> used_;
};

} // namespace plenum::ui
