// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/error.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace plenum::media::depth {

/// A point in the reference frame of a cluster: metres, x right, y down, z ahead of the reference camera.
struct CloudPoint {
    float x{0};
    float y{0};
    float z{0};
    std::uint8_t red{0};
    std::uint8_t green{0};
    std::uint8_t blue{0};
    friend bool operator==(const CloudPoint&, const CloudPoint&) = default;
};

using PointCloud = std::vector<CloudPoint>;

/// PLY, binary little-endian: x, y, z as float, then red, green, blue as uchar (Turk 1994).
[[nodiscard]] std::string to_ply(const PointCloud& cloud);
/// Errors: bad_file.
[[nodiscard]] Result<void> write_ply(const PointCloud& cloud, const std::filesystem::path& path);

} // namespace plenum::media::depth
