// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/video_source_gst.h"

namespace plenum::media {

/// Pictures of a screen or window that the desktop sends through PipeWire, each only where something changed. Their
/// size may change. The source ends with the stream, or with PipeWire. Opening blocks for up
/// to a minute if PipeWire does not answer. Each connection serves one source.
/// Errors: missing_element (GStreamer's plug-in for PipeWire), no_device, failed.
[[nodiscard]] Result<std::unique_ptr<VideoSource>> open_pipewire(const PipeWireSource& wanted,
                                                                 const VideoSource::Options& options);

} // namespace plenum::media
