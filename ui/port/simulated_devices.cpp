// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_devices.h"

namespace plenum::ui {
namespace {

/// A second.
constexpr int ticks_of_chime = 20;

Device device(const char* id, const char* name) { return {QString::fromUtf8(id), QString::fromUtf8(name)}; }

} // namespace

SimulatedDevices::SimulatedDevices(SimulatedWorld& world, SimulatedMedia& media, SimulatedDiagnostics& diagnostics)
    : world_{world},
      media_{media},
      diagnostics_{diagnostics} {
    world_.devices[DeviceKind::microphone] = {device("sim-mic-1", "Built-in microphone (simulated)"),
                                              device("sim-mic-2", "Headset microphone (simulated)")};
    world_.devices[DeviceKind::loudspeaker] = {device("sim-out-1", "Built-in loudspeaker (simulated)"),
                                               device("sim-out-2", "Headset (simulated)")};
    world_.devices[DeviceKind::camera] = {device("sim-cam-1", "Built-in camera (simulated)")};
}

QString SimulatedDevices::selected_device(DeviceKind kind) const {
    const auto& present = world_.devices.value(kind);
    auto wanted = wanted_.value(kind);
    for (const auto& candidate : present)
        if (candidate.id == wanted) return wanted;
    return present.isEmpty() ? QString{} : present.first().id;
}

void SimulatedDevices::set_devices(DeviceKind kind, const QList<Device>& devices) {
    world_.devices[kind] = devices;
    emit devices_changed(kind);
    if (kind == DeviceKind::camera) emit media_.camera_on_changed(world_.camera_on());
}

void SimulatedDevices::play_test_sound() {
    if (!world_.has_device(DeviceKind::loudspeaker)) return diagnostics_.report(ProblemKind::no_loudspeaker);
    ticks_of_test_sound_ = ticks_of_chime;
    emit test_sound_changed(true);
}

void SimulatedDevices::tick() {
    if (ticks_of_test_sound_ > 0 && --ticks_of_test_sound_ == 0) emit test_sound_changed(false);
}

} // namespace plenum::ui
