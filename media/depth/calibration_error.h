// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>

namespace plenum::media::depth {

/// Why cameras cannot be calibrated, or a calibration not be used.
struct CalibrationError {
    enum class Cause : std::uint8_t {
        no_cameras = 1,
        too_many_cameras = 2,
        name_twice = 3,        ///< more than one camera has the name `camera`
        bad_target = 4,        ///< it could not be told from others, or is beyond its bounds
        views_full = 5,        ///< there are `Calibrator::views_max`
        wrong_picture = 6,     ///< one of `camera` has another size than before, or an odd one
        few_views = 7,         ///< `camera` sees the target in `views` alone
        few_common_views = 8,  ///< `camera` sees it together with a camera that is placed in `views` alone
        open_focal_length = 9, ///< the views leave that of `camera` open
        no_fit = 10,           ///< what was calculated makes no sense
        nothing_calculated = 11,
        unreadable_file = 12,
        no_calibration_file = 13, ///< it can be read, but has no calibration
        not_written = 14,         ///< the file
        other_cameras = 15,       ///< it is of `camera`, a list, of which less than two are here
        no_pair = 16,             ///< it suits no two cameras
        failed = 17,              ///< the library refused
    };
    Cause cause{Cause::failed};
    std::string camera{};
    std::size_t views{0};
    /// What `cause` leaves open, in English, for programs and whoever looks into it; maybe empty.
    std::string detail{};
    friend bool operator==(const CalibrationError&, const CalibrationError&) = default;
};

template <class Value>
using CalibrationResult = std::expected<Value, CalibrationError>;

/// What is wrong and what to do, in English.
[[nodiscard]] std::string because(const CalibrationError& error);

} // namespace plenum::media::depth
