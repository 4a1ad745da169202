// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/video_source_gst.h"

namespace plenum::media {

/// Pictures of a screen or window, each only where something changed. The chosen window may move, change its size, be
/// covered or minimised. Closing it ends the source.
/// Errors: no_device (no X11, or no such window), failed.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_screen(const ScreenSource& wanted,
                                                               const VideoSource::Options& options);

} // namespace plenum::media
