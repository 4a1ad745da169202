// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"
#include "media/gst/element_runner.h"

#include <gst/video/video.h>

/// Private to media: between our planes without padding and GStreamer's with strides.
namespace plenum::media {

[[nodiscard]] constexpr std::size_t i420_size(int width, int height) {
    const auto luma = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto chroma = static_cast<std::size_t>((width + 1) / 2) * static_cast<std::size_t>((height + 1) / 2);
    return luma + 2 * chroma;
}

/// Shares the frame's pixels; nothing is copied. `frame` is whole: its size fits its pixels.
[[nodiscard]] gst::Buffer make_i420_buffer(const VideoFrame& frame);

/// Copies the picture out of a buffer in the format `info` describes (I420); empty if it cannot be read.
[[nodiscard]] VideoFrame copy_i420(GstBuffer* buffer, const GstVideoInfo& info);

/// Without the last column and row where their number is odd, as depth is measured on whole blocks of chroma.
/// `frame` is whole.
[[nodiscard]] VideoFrame crop_to_even(VideoFrame frame);

} // namespace plenum::media
