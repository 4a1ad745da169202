// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/colour_depth.h"

namespace plenum::media::depth {

/// A colour picture with depth as one message on a flow, sufficient by itself to place its pixels in space.
///
/// | bytes | field |
/// |---|---|
/// | 1 | version: 1 |
/// | 1 | source |
/// | 8 | captured_at, microseconds of conference time, signed, big-endian as all below |
/// | 2, 2 | width, height |
/// | 4 × 4 | fx, fy, cx, cy: IEEE 754 single, as all reals below |
/// | 4 | inverse_depth_step |
/// | 9 × 4, 3 × 4 | rotation row by row and translation of `from_reference` |
/// | 4 | bytes of the colour picture |
/// | … | colour: JPEG, baseline, 8 bit, 3 components, one scan |
/// | … | inverse depth, compressed without loss (`depth_planes.h`) |
inline constexpr std::size_t depth_frame_header_bytes = 86;
/// Fits one message of a conference.
inline constexpr std::size_t depth_frame_bytes_max = 1'000'000;
inline constexpr ImageSize depth_frame_size_max{1920, 1080};

/// A message whose header is in order, and whose colour picture says that it has the header's size; not decoded yet.
/// Views into the message.
struct PackedDepthFrame {
    DepthCamera camera;
    std::uint8_t source{0};
    base::ConferenceTime captured_at{};
    base::ByteView colour_jpeg;
    base::ByteView depth;
};

struct DepthFrameQuality {
    /// Of the JPEG, 10 to 100.
    int colour{80};
};

/// Takes some 10 ms at 640x480. Errors: bad_data (the camera does not pass `check`, images that do not fit it, larger
/// than `depth_frame_size_max`, or the result than `depth_frame_bytes_max`), bad_setting (the quality).
[[nodiscard]] Result<base::Bytes> pack_depth_frame(const ColourDepth& picture, DepthFrameQuality quality = {});

/// Reads a message that a stranger may have made; allocates nothing. Errors: bad_data.
[[nodiscard]] Result<PackedDepthFrame> unpack_depth_frame(base::ByteView message);
/// Decodes both: takes 7 bytes a pixel, for as many as the header says. Errors: bad_data where they do not decode to
/// it.
[[nodiscard]] Result<ColourDepth> decode_depth_frame(const PackedDepthFrame& packed);

} // namespace plenum::media::depth
