// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/geometry.h"

#include <cstdint>

namespace plenum::media::depth {

enum class MatchMethod : std::uint8_t {
    /// StereoBM: fastest, but sees nothing where there is little texture.
    block = 1,
    /// StereoSGBM over three directions (Hirschmüller 2008): denser, and in parallel on all cores.
    semi_global = 2,
};

enum class LeftRightCheck : std::uint8_t {
    none = 1,
    /// The right picture's best matches follow from the costs that matching the left one computed. Costs next to
    /// nothing.
    from_costs = 2,
    /// Matches the right picture too, and keeps where both say the same. Takes twice as long.
    second_match = 3,
};

/// Semi-global is the default. On the aloe pair of OpenCV's samples it leaves 25 % of the pixels without a right
/// disparity, block matching 36 %. Both keep 20 pictures a second at 640x480 on two cores (docs/measurements.md).
struct MatchSettings {
    MatchMethod method{MatchMethod::semi_global};
    LeftRightCheck check{LeftRightCheck::from_costs};
    /// Of the left pixel less the right one: from this…
    int disparity_min{0};
    /// …over so many: a multiple of 16, 16 to 256. Time grows with it.
    int disparities{64};
    /// Side of the compared block: odd, 3 to 21. Block matching uses at least `block_matching_side_min`.
    int block_side{3};
    /// Left and right matches may differ by so many pixels, 1 to 16.
    int check_px{1};
};

/// Below this, block matching finds little.
inline constexpr int block_matching_side_min = 9;
/// Patches of fewer pixels are noise, by either method; neighbours in a patch differ by at most so much.
inline constexpr int speckle_pixels = 100;
inline constexpr int speckle_range = 2;

/// Errors: bad_setting, with the bounds.
[[nodiscard]] Result<void> check(const MatchSettings& settings);

} // namespace plenum::media::depth
