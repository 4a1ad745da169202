// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/point_cloud.h"

#include <cstddef>
#include <memory>

namespace plenum::ui {

/// The points of somebody in front of a wall, who sways with `phase`, as three cameras would have found them.
[[nodiscard]] std::shared_ptr<const media::depth::PointCloud> simulated_scene(std::size_t points, double phase);

} // namespace plenum::ui
