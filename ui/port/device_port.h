// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>

namespace plenum::ui {

/// Microphones, loudspeakers and cameras of this computer, and what is done to their sound.
class DevicePort : public QObject {
    Q_OBJECT

  public:
    using QObject::QObject;

    /// What is plugged in now; hot changes come by devices_changed.
    [[nodiscard]] virtual QList<Device> devices(DeviceKind kind) const = 0;
    /// The device in use; empty if there is none.
    [[nodiscard]] virtual QString selected_device(DeviceKind kind) const = 0;
    /// Safe in a call. An identifier of a device that is gone, or empty, means the system's default.
    virtual void select_device(DeviceKind kind, const QString& id) = 0;
    virtual void set_audio_processing(const AudioProcessing& processing) = 0;
    /// Has microphone_activity come outside preview and call too; opens the microphone for it.
    virtual void set_metering(bool on) = 0;
    /// A chime of a second on the loudspeaker in use; test_sound_changed says that it plays, and problem that it
    /// cannot.
    virtual void play_test_sound() = 0;

  signals:
    void devices_changed(plenum::ui::DeviceKind kind);
    void test_sound_changed(bool playing);
};

} // namespace plenum::ui
