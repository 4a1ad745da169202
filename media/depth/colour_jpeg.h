// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/depth/geometry.h"

#include <span>

/// JPEG pictures that strangers sent. Private to depth.
namespace plenum::media::depth {

/// Whether this is a baseline JPEG (ITU T.81) of this size, by its header, before anything is decoded: a few bytes can
/// ask for gigabytes of pixels, or for hours of work. Only the form that our encoder makes passes: 8 bit, three
/// components, one scan of all of them, no marker but those that decoding needs, nothing behind its end. Many scans,
/// which a decoder works through one by one, do not pass.
[[nodiscard]] bool is_colour_jpeg(base::ByteView bytes, ImageSize size);

/// Decodes into `bgr`, which is height×width×3; false where the picture is damaged. Says nothing on standard error,
/// unlike cv::imdecode. Precondition: `is_colour_jpeg`.
[[nodiscard]] bool decode_colour_jpeg(base::ByteView bytes, ImageSize size, std::span<std::uint8_t> bgr);

} // namespace plenum::media::depth
