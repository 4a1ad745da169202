// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/background.h"
#include "app/plenum/device_choice.h"

#include <QObject>
#include <QTimer>

namespace plenum::app {

/// Asks every few seconds, away from the UI thread, what is plugged in.
class DeviceWatch : public QObject {
    Q_OBJECT

  public:
    /// `background` must outlive this.
    explicit DeviceWatch(Background& background, QObject* parent = nullptr);

    /// Asks once.
    void look();
    /// Asks at once, and again and again from now on.
    void start();
    void stop() { timer_.stop(); }

  signals:
    void found(plenum::ui::DeviceKind kind, const plenum::app::DeviceList& list);

  private:
    Background& background_;
    QTimer timer_;
    bool asking_{false};
};

} // namespace plenum::app
