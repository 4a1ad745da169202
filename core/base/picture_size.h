// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace plenum::base {

/// A camera may be sent in two sizes at once. Each is a stream of its own: no picture of one refers to the other.
enum class PictureSize : std::uint8_t {
    large = 1,
    small = 2, ///< a quarter of each side, for small tiles and narrow links
};

/// Which sizes of a camera are meant.
struct PictureSizes {
    bool large{false};
    bool small{false};

    [[nodiscard]] constexpr bool has(PictureSize size) const { return size == PictureSize::small ? small : large; }
    constexpr void add(PictureSize size) { (size == PictureSize::small ? small : large) = true; }
    constexpr void add(PictureSizes others) {
        large = large || others.large;
        small = small || others.small;
    }
    friend bool operator==(const PictureSizes&, const PictureSizes&) = default;
};

} // namespace plenum::base
