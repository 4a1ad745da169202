// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDateTime>
#include <QObject>
#include <QTimer>
#include <QtQml/qqmlregistration.h>

#include <functional>

namespace plenum::ui {

/// How long the call has lasted, as "42:10" or "1:02:03". Ticks only while it runs.
class ElapsedTime : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(QString text READ text NOTIFY text_changed)
    Q_PROPERTY(int seconds READ seconds NOTIFY text_changed)

  public:
    using Clock = std::function<QDateTime()>;
    explicit ElapsedTime(Clock clock, QObject* parent = nullptr);

    void start(const QDateTime& since);
    void stop();
    void tick();
    [[nodiscard]] QString text() const { return format(seconds_); }
    [[nodiscard]] int seconds() const { return seconds_; }
    [[nodiscard]] static QString format(int seconds);

  signals:
    void text_changed();

  private:
    Clock clock_;
    QDateTime since_;
    QTimer timer_;
    int seconds_{0};
};

} // namespace plenum::ui
