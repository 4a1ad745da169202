// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/device_port.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// Whether microphone and loudspeaker work, for who chooses them: has the microphone's level come (`OwnMedia::level`)
/// also outside a call, and plays a chime.
class SoundCheck : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// The level is shown now.
    Q_PROPERTY(bool metering READ metering WRITE set_metering NOTIFY metering_changed)
    /// The chime is playing.
    Q_PROPERTY(bool playing READ playing NOTIFY playing_changed)

  public:
    explicit SoundCheck(DevicePort& port, QObject* parent = nullptr);

    [[nodiscard]] bool metering() const { return metering_; }
    void set_metering(bool on);
    [[nodiscard]] bool playing() const { return playing_; }
    Q_INVOKABLE void play() { port_.play_test_sound(); }

  signals:
    void metering_changed();
    void playing_changed();

  private:
    DevicePort& port_;
    bool metering_{false};
    bool playing_{false};
};

} // namespace plenum::ui
