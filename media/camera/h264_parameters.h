// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"

#include <optional>

/// What a picture in H.264 says of itself, before it is decoded. Private to media.
namespace plenum::media {

struct H264Size {
    int width{0};
    int height{0};
    friend bool operator==(const H264Size&, const H264Size&) = default;
};

/// Size of the one picture in this access unit (Annex B); nullopt where it does not stand alone, where its parameter
/// sets differ in size, or where it has a form that our encoder does not make: interlaced, scaling matrices, chroma
/// other than 4:2:0, more than 8 bit. Reads parameter sets and the kinds of units only (ITU-T H.264, 7.3).
[[nodiscard]] std::optional<H264Size> h264_picture_size(base::ByteView access_unit);

} // namespace plenum::media
