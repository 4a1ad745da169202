// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/calibration_port.h"

#include <QUrl>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <algorithm>

namespace plenum::ui {

/// The calibration of a cluster as its assistant shows it.
class CaptureCalibration : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Capture")
    /// The assistant is on the screen.
    Q_PROPERTY(bool open READ open WRITE set_open NOTIFY changed)
    /// "none", "collecting", "looking", "calculating" or "done".
    Q_PROPERTY(QString step READ step NOTIFY changed)
    Q_PROPERTY(int views READ views NOTIFY changed)
    /// How many there are, and how many are wanted.
    Q_PROPERTY(QString viewsWords READ views_words NOTIFY changed)
    /// Which cameras did not see the target in the newest view; empty for none.
    Q_PROPERTY(QString unseenWords READ unseen_words NOTIFY changed)
    Q_PROPERTY(bool allSaw READ all_saw NOTIFY changed)
    /// Of the views that are wanted, 0 … 1.
    Q_PROPERTY(double progress READ progress NOTIFY changed)
    Q_PROPERTY(bool mayCalculate READ may_calculate NOTIFY changed)
    /// Of the result: how well it fits, and whether that is good.
    Q_PROPERTY(QString errorWords READ error_words NOTIFY changed)
    /// By view: {view, error, words, rejected}; `error` is that of its worst camera beside `errorScale`, 0 … 1.
    Q_PROPERTY(QVariantList errors READ errors NOTIFY changed)
    /// What went wrong last, and what to do; empty for nothing.
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// What is in use: a file's name, or that it was calculated here; empty for none.
    Q_PROPERTY(QString name READ name NOTIFY changed)

  public:
    /// Fewer views do not do, and with so many it gets good.
    static constexpr int views_min = 3;
    static constexpr int views_good = 10;
    /// Of the larger of a target's sides.
    static constexpr int corners_max = 30;
    static constexpr int corners_min = 2;

    /// `port` outlives this.
    explicit CaptureCalibration(CalibrationPort& port);

    [[nodiscard]] bool open() const { return open_; }
    void set_open(bool open);
    [[nodiscard]] QString step() const;
    [[nodiscard]] int views() const { return port_.state().views; }
    [[nodiscard]] QString views_words() const;
    [[nodiscard]] QString unseen_words() const;
    [[nodiscard]] bool all_saw() const { return port_.state().unseen.isEmpty(); }
    [[nodiscard]] double progress() const { return std::min(1.0, static_cast<double>(views()) / views_good); }
    [[nodiscard]] bool may_calculate() const;
    [[nodiscard]] QString error_words() const;
    [[nodiscard]] QVariantList errors() const;
    [[nodiscard]] QString problem() const;
    [[nodiscard]] QString name() const;

    /// What is wrong with a target, in a sentence; empty if nothing is.
    Q_INVOKABLE QString complaint(bool charuco, int columns, int rows, const QString& square_mm,
                                  const QString& marker_mm) const;
    /// Of a target without a complaint.
    Q_INVOKABLE void start(bool charuco, int columns, int rows, const QString& square_mm, const QString& marker_mm);
    Q_INVOKABLE void take_view() { port_.take_view(); }
    Q_INVOKABLE void calculate() { port_.calculate(); }
    Q_INVOKABLE void accept(const QUrl& file = {});
    Q_INVOKABLE void cancel() { port_.cancel(); }
    Q_INVOKABLE void load(const QUrl& file);
    void retranslate() { emit changed(); }

  signals:
    void changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    CalibrationPort& port_;
    bool open_{false};
};

} // namespace plenum::ui
