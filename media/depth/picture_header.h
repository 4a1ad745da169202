// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/depth/geometry.h"

/// What compressed pictures say of themselves, read before anything is decoded: a few bytes can ask for gigabytes of
/// pixels, or for hours of work. Only the forms that our encoder makes pass. Private to depth.
namespace plenum::media::depth {

/// Whether this is a baseline JPEG (ITU T.81) of this size: 8 bit, three components, one scan of all of them, no marker
/// but those that decoding needs, nothing behind its end. Many scans, which a decoder works through one by one, do not
/// pass.
[[nodiscard]] bool is_colour_jpeg(base::ByteView bytes, ImageSize size);
/// Whether this is a PNG (RFC 2083) of this size: 16 bit grey, not interlaced, no chunk but IHDR, IDAT and IEND.
[[nodiscard]] bool is_depth_png(base::ByteView bytes, ImageSize size);

} // namespace plenum::media::depth
