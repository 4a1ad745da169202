// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/audio_device.h"

#include <vector>

namespace plenum::media {

/// All sound cards PortAudio sees now; empty where there are none. Not while a stream is opening or closing elsewhere:
/// calls are serialised.
[[nodiscard]] std::vector<AudioDevice> list_portaudio_devices();

/// The cards themselves, for machines without a sound server. As `AudioCapture::open` and `AudioPlayback::open`.
[[nodiscard]] Result<std::unique_ptr<AudioCapture>> open_portaudio_capture(const std::string& device,
                                                                           AudioWakeup& wakeup);
[[nodiscard]] Result<std::unique_ptr<AudioPlayback>> open_portaudio_playback(const std::string& device,
                                                                             AudioWakeup& wakeup);

} // namespace plenum::media
