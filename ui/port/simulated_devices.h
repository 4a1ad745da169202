// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/device_port.h"
#include "ui/port/simulated_diagnostics.h"
#include "ui/port/simulated_media.h"

namespace plenum::ui {

/// Microphones, loudspeakers and cameras that are not there.
class SimulatedDevices : public DevicePort {
    Q_OBJECT

  public:
    /// All outlive this.
    SimulatedDevices(SimulatedWorld& world, SimulatedMedia& media, SimulatedDiagnostics& diagnostics);

    // DevicePort
    [[nodiscard]] QList<Device> devices(DeviceKind kind) const override { return world_.devices.value(kind); }
    [[nodiscard]] QString selected_device(DeviceKind kind) const override;
    void select_device(DeviceKind kind, const QString& id) override { wanted_[kind] = id; }
    void set_audio_processing(const AudioProcessing& processing) override { processing_ = processing; }
    void set_metering(bool on) override { metering_ = on; }
    void play_test_sound() override;

    void tick();
    [[nodiscard]] bool metering() const { return metering_; }

    // What a test lets happen
    void set_devices(DeviceKind kind, const QList<Device>& devices);
    [[nodiscard]] const AudioProcessing& audio_processing() const { return processing_; }

  private:
    SimulatedWorld& world_;
    SimulatedMedia& media_;
    SimulatedDiagnostics& diagnostics_;
    QHash<DeviceKind, QString> wanted_;
    AudioProcessing processing_;
    bool metering_{false};
    int ticks_of_test_sound_{0};
};

} // namespace plenum::ui
