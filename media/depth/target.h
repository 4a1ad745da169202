// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/geometry.h"
#include "media/frame.h"

#include <cstdint>
#include <variant>

namespace plenum::media::depth {

/// A chessboard. One of its counts is odd and the other even: else it looks the same upside down.
struct ChessboardTarget {
    /// Inner corners, where four squares meet, 3 to 40.
    int columns{9};
    int rows{6};
    double square_m{0.025};
};

/// A chessboard with ArUco markers of dictionary DICT_5X5_250 in its white squares. It may be seen in part, so it suits
/// cameras that look from different sides.
struct CharucoTarget {
    /// Squares, 3 to 20.
    int columns{8};
    int rows{6};
    double square_m{0.03};
    /// Side of a marker; less than a square.
    double marker_m{0.022};
};

using CalibrationTarget = std::variant<ChessboardTarget, CharucoTarget>;

/// Errors: bad_setting, with the bounds.
[[nodiscard]] Result<void> check(const CalibrationTarget& target);

/// The target as a picture of this size, to print or to show: as large as fits, with a white border. Errors: those of
/// `check`; bad_setting where the picture is too small.
[[nodiscard]] Result<VideoFrame> draw_target(const CalibrationTarget& target, ImageSize size);

} // namespace plenum::media::depth
