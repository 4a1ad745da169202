// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"

#include <array>

/// Depth from camera pairs: calibration, disparity, point clouds. Lengths are metres, angles radians, picture
/// coordinates pixels with the centre of the first pixel at (0, 0).
namespace plenum::media::depth {

struct ImageSize {
    int width{0};
    int height{0};
    friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

/// Smallest and largest side of a picture that is calibrated or matched.
inline constexpr int image_side_min = 32;
inline constexpr int image_side_max = 4096;

/// A pinhole camera with lens distortion in OpenCV's model. A point (x, y, z) in the camera's frame (x right, y down,
/// z ahead) appears at (fx · x″ + cx, fy · y″ + cy), where (x″, y″) is (x/z, y/z) after distortion.
struct Intrinsics {
    ImageSize size;
    double fx{0};
    double fy{0};
    double cx{0};
    double cy{0};
    /// k1, k2, p1, p2, k3: radial and tangential coefficients, without unit.
    std::array<double, 5> distortion{};
    friend bool operator==(const Intrinsics&, const Intrinsics&) = default;
};

/// A rigid motion between two frames: x_to = rotation · x_from + translation.
struct Pose {
    /// Row by row; orthonormal with determinant 1.
    std::array<double, 9> rotation{1, 0, 0, 0, 1, 0, 0, 0, 1};
    std::array<double, 3> translation_m{};
    friend bool operator==(const Pose&, const Pose&) = default;
};

/// The motion `first`, then `second`.
[[nodiscard]] Pose then(const Pose& first, const Pose& second);
[[nodiscard]] Pose inverse(const Pose& pose);
/// Between the origins of the two frames to which these lead from a common one.
[[nodiscard]] double distance_m(const Pose& first, const Pose& second);
/// Of the rotation that leads from one to the other, in [0, π].
[[nodiscard]] double angle_between(const Pose& first, const Pose& second);

/// Errors: bad_data, with the field and its bounds. All numbers are finite; sides are even and between
/// `image_side_min` and `image_side_max`; focal lengths are 0.1 to 50 times the width; the principal point is inside
/// the picture.
[[nodiscard]] Result<void> check(const Intrinsics& intrinsics);
/// Errors: bad_data. The rotation is orthonormal to 0.001 and no mirror; the translation is at most 1 km.
[[nodiscard]] Result<void> check(const Pose& pose);

} // namespace plenum::media::depth
