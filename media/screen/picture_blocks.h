// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

#include <cstddef>
#include <vector>

/// The brightness of a picture in blocks of 64 × 16 pixels, row by row: about a word of text each.
namespace plenum::media {

/// The share of the blocks in which the pictures differ; 1 where their sizes do.
[[nodiscard]] double changed_share(const VideoFrame& before, const VideoFrame& after);
/// Of each block. Equal for equal blocks within this process.
[[nodiscard]] std::vector<std::size_t> block_hashes(const VideoFrame& picture);

} // namespace plenum::media
