// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/colour_depth.h"
#include "media/frame.h"

namespace plenum::app {

/// Depth as a grey picture: nearer is brighter, black where it is not known.
[[nodiscard]] media::VideoFrame depth_picture(const media::depth::ColourDepth& depth,
                                              const media::depth::DepthRange& range);

/// Half as wide and high, for narrow paths: the mean colour of four pixels, and the depth of the nearest of them.
/// Sides are rounded down to even numbers.
[[nodiscard]] media::depth::ColourDepth halved(const media::depth::ColourDepth& depth);

} // namespace plenum::app
