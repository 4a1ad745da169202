// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/audio_device.h"

namespace plenum::media {

/// Sinks and sources of the sound server: PulseAudio, or PipeWire by its server of the same protocol. As
/// `AudioCapture::open` and `AudioPlayback::open`; no_device also where no server answers. PortAudio's names of the
/// whole server ("default", "pulse", "pipewire") are its default device. Streams of the default move with it;
/// those of a chosen device end with it.
[[nodiscard]] Result<std::unique_ptr<AudioCapture>> open_pulse_capture(const std::string& device, AudioWakeup& wakeup);
[[nodiscard]] Result<std::unique_ptr<AudioPlayback>> open_pulse_playback(const std::string& device,
                                                                         AudioWakeup& wakeup);

} // namespace plenum::media
