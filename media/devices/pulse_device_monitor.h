// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/audio_device.h"

#include <functional>
#include <optional>
#include <vector>

namespace plenum::media {

/// Sinks and sources of the sound server (PulseAudio, or PipeWire by its server of the same protocol), told whenever
/// one comes, goes, or becomes the default. Looks every two seconds for a server where there is none.
///
/// GStreamer's device monitor was tried instead: it says nothing when the server ends and nothing when it is back.
class PulseDeviceMonitor {
  public:
    /// Nullopt: no server answers. Called once soon, then on each change, on a thread of the monitor; must not block.
    using Changed = std::function<void(const std::optional<std::vector<AudioDevice>>& devices)>;
    explicit PulseDeviceMonitor(Changed changed);
    /// Nothing is told after it.
    ~PulseDeviceMonitor();
    PulseDeviceMonitor(const PulseDeviceMonitor&) = delete;
    PulseDeviceMonitor& operator=(const PulseDeviceMonitor&) = delete;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::media
