// SPDX-License-Identifier: Apache-2.0
#include "media/depth/point_cloud.h"

#include <fmt/format.h>

#include <bit>
#include <fstream>

namespace plenum::media::depth {
namespace {

constexpr std::size_t vertex_bytes = 3 * 4 + 3;

void put_float(std::string& to, float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    for (int shift = 0; shift < 32; shift += 8)
        to.push_back(static_cast<char>(bits >> shift));
}

} // namespace

std::string to_ply(const PointCloud& cloud) {
    auto text = fmt::format("ply\nformat binary_little_endian 1.0\ncomment metres, x right, y down, z ahead\n"
                            "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
                            "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n",
                            cloud.size());
    text.reserve(text.size() + vertex_bytes * cloud.size());
    for (const auto& point : cloud) {
        put_float(text, point.x);
        put_float(text, point.y);
        put_float(text, point.z);
        for (const auto colour : {point.red, point.green, point.blue})
            text.push_back(static_cast<char>(colour));
    }
    return text;
}

Result<void> write_ply(const PointCloud& cloud, const std::filesystem::path& path) {
    std::ofstream file{path, std::ios::binary | std::ios::trunc};
    file << to_ply(cloud);
    if (!file.flush())
        return media_error(MediaError::Kind::bad_file, fmt::format("{} cannot be written.", path.string()));
    return {};
}

} // namespace plenum::media::depth
