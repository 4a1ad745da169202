// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/devices/video_source_gst.h"

namespace plenum::media {

/// Draws numbered pictures at an even rate on the caller's thread; the first is 1. One that falls behind leaves
/// numbers out rather than hurry.
[[nodiscard]] std::unique_ptr<VideoSource> make_coded_source(const VideoSource::Options& options);

} // namespace plenum::media
