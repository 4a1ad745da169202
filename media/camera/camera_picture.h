// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "media/error.h"

#include <cstdint>

namespace plenum::media {

enum class PictureCodec : std::uint8_t {
    raw = 1,  ///< I420, as VideoFrame has it
    jpeg = 2, ///< one file
    vp8 = 3,  ///< one key frame
    h264 = 4, ///< one access unit with its parameter sets, Annex B
};

/// Payload of one camera's frame in an ensemble.
///
/// | bytes | field, big-endian |
/// |---|---|
/// | 1 | version, 1 |
/// | 1 | codec |
/// | 2, 2 | width, height |
/// | 8 | when the shutter opened, in µs of conference time, signed |
/// | rest | the picture |
struct CameraPicture {
    PictureCodec codec{PictureCodec::raw};
    int width{0};
    int height{0};
    base::ConferenceTime opened_at{};
    base::Bytes data;
    friend bool operator==(const CameraPicture&, const CameraPicture&) = default;
};

inline constexpr std::size_t camera_picture_header_bytes = 14;
inline constexpr int camera_picture_side_max = 4096;

[[nodiscard]] base::Bytes pack(const CameraPicture& picture);
/// Errors: bad_data (too short, another version or codec, a side of zero or beyond camera_picture_side_max, no sane
/// time, a raw picture of another length).
[[nodiscard]] Result<CameraPicture> unpack_camera_picture(base::ByteView payload);

} // namespace plenum::media
