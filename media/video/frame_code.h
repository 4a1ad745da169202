// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

#include <cstdint>
#include <optional>

namespace plenum::media {

/// A picture that carries a number as black and white cells (32 bits and an 8-bit check sum), large enough to outlive
/// any codec. Across the top: a frame of 8 × 5 cells of width/8 by height/8 each; below it a moving bar, so that
/// the encoder has work.
[[nodiscard]] VideoFrame draw_frame_code(std::uint32_t number, int width, int height);
/// The number, or nullopt where the picture carries none or is too damaged. The size need not be that of drawing.
[[nodiscard]] std::optional<std::uint32_t> read_frame_code(const VideoFrame& frame);

inline constexpr int frame_code_width_min = 64;
inline constexpr int frame_code_height_min = 64;

} // namespace plenum::media
