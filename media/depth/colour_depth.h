// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/time.h"
#include "media/depth/geometry.h"
#include "media/depth/point_cloud.h"

#include <cstdint>
#include <vector>

namespace plenum::media::depth {

/// A camera without distortion that knows the depth of its pixels, as rectification makes one of two.
struct DepthCamera {
    ImageSize size;
    double fx{0};
    double fy{0};
    double cx{0};
    double cy{0};
    /// A pixel with value v is at depth z = 1 / (v · inverse_depth_step). In 1/m.
    double inverse_depth_step{0};
    /// Leads from the reference frame of the cluster to the frame of this camera.
    Pose from_reference;
    friend bool operator==(const DepthCamera&, const DepthCamera&) = default;
};

/// Errors: bad_data. As for `Intrinsics` and `Pose`; the step is 1e-7 to 1 per metre.
[[nodiscard]] Result<void> check(const DepthCamera& camera);

/// A picture with the depth of its pixels: everything that is needed to place them in space.
struct ColourDepth {
    DepthCamera camera;
    /// Which camera or pair of the cluster it comes from.
    std::uint8_t source{0};
    base::ConferenceTime captured_at{};
    /// height×width×3: blue, green, red.
    base::Bytes bgr;
    /// height×width: inverse depth in steps; 0 where it is not known.
    std::vector<std::uint16_t> inverse_depth;
};

struct DepthRange {
    double near_m{0.3};
    double far_m{8};
};

/// Errors: bad_setting; 0.01 m to 1 km, and far beyond near.
[[nodiscard]] Result<void> check(const DepthRange& range);

/// Appends the pixels whose depth is known and within the range, as points in the reference frame, row by row.
/// Precondition: the camera passed `check` and both images fit its size.
void append_points(const ColourDepth& picture, const DepthRange& range, PointCloud& to);

} // namespace plenum::media::depth
