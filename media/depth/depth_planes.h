// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "media/depth/geometry.h"

#include <span>

/// Lossless compression of inverse depth. Private to depth.
///
/// Each value is predicted from its neighbours to the left, above, and between them (the median predictor of LOCO-I,
/// ITU T.87). What it differs by, modulo 2^16 and with the sign in the lowest bit, is split: first the high bytes of
/// all values, which are nearly all zero, then the low bytes. zlib packs both (RFC 1950), looking for runs alone. On
/// disparities of the aloe pair this takes 20 % less space than PNG of 16 bits and half its time.
namespace plenum::media::depth {

/// `values` is height×width. Empty where zlib has no memory.
[[nodiscard]] base::Bytes compress_depth(std::span<const std::uint16_t> values, ImageSize size);
/// Fills `values`, which is height×width; false where the bytes do not hold exactly so many. Takes memory for so many,
/// whatever the bytes say.
[[nodiscard]] bool decompress_depth(base::ByteView bytes, ImageSize size, std::span<std::uint16_t> values);

} // namespace plenum::media::depth
