// SPDX-License-Identifier: Apache-2.0
#include "media/depth/cloud_fusion.h"

#include <bit>
#include <cmath>

namespace plenum::media::depth {
namespace {

constexpr int axis_bits = 21;
/// Cubes are numbered from here, so that numbers are positive.
constexpr std::int64_t axis_middle = std::int64_t{1} << (axis_bits - 1);
constexpr std::uint64_t axis_mask = (std::uint64_t{1} << axis_bits) - 1;

/// A cube's number halved on each axis is that of the cube twice as large.
std::uint64_t doubled(std::uint64_t key) {
    std::uint64_t result = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const auto number = static_cast<std::int64_t>(key >> (axis * axis_bits) & axis_mask) - axis_middle;
        // Rounds towards negative infinity.
        result |= static_cast<std::uint64_t>((number >> 1) + axis_middle) << (axis * axis_bits);
    }
    return result;
}

std::size_t place_of(std::uint64_t key, std::size_t places) {
    // Fibonacci hashing (Knuth, vol. 3, 6.4).
    return static_cast<std::size_t>(key * 0x9e37'79b9'7f4a'7c15U >> (64 - std::countr_zero(places)));
}

} // namespace

Result<CloudFusion> CloudFusion::create(const Options& options) {
    if (!(options.voxel_m >= 0.001 && options.voxel_m <= 1))
        return media_error(MediaError::Kind::bad_setting, "The side of a voxel must be 1 mm to 1 m.");
    if (options.points_max < 1000 || options.points_max > 5'000'000)
        return media_error(MediaError::Kind::bad_setting, "A joined cloud must have 1000 to 5 million points at most.");
    return CloudFusion{options};
}

CloudFusion::CloudFusion(const Options& options)
    : options_{options},
      voxel_m_{options.voxel_m},
      table_(std::bit_ceil(2 * options.points_max)) {}

void CloudFusion::add(const PointCloud& cloud) {
    for (const auto& point : cloud)
        add_point(point);
}

void CloudFusion::add_point(const CloudPoint& point) {
    std::uint64_t key = 0;
    int shift = 0;
    for (const float at : {point.x, point.y, point.z}) {
        const double number = std::floor(static_cast<double>(at) / voxel_m_);
        if (!(std::abs(number) < static_cast<double>(axis_middle))) return;
        key |= static_cast<std::uint64_t>(static_cast<std::int64_t>(number) + axis_middle) << shift;
        shift += axis_bits;
    }
    merge({key, point.x, point.y, point.z, point.red, point.green, point.blue, 1});
    if (filled_ > options_.points_max) coarsen();
}

void CloudFusion::merge(const Voxel& voxel) {
    auto place = place_of(voxel.key, table_.size());
    while (table_[place].count != 0 && table_[place].key != voxel.key)
        place = (place + 1) & (table_.size() - 1);
    auto& to = table_[place];
    if (to.count == 0) ++filled_;
    to.key = voxel.key;
    to.x += voxel.x;
    to.y += voxel.y;
    to.z += voxel.z;
    to.red += voxel.red;
    to.green += voxel.green;
    to.blue += voxel.blue;
    to.count += voxel.count;
}

void CloudFusion::coarsen() {
    while (filled_ > options_.points_max) {
        std::vector<Voxel> before(table_.size());
        std::swap(before, table_);
        filled_ = 0;
        voxel_m_ *= 2;
        for (auto& voxel : before) {
            if (voxel.count == 0) continue;
            voxel.key = doubled(voxel.key);
            merge(voxel);
        }
    }
}

PointCloud CloudFusion::take() {
    PointCloud cloud;
    cloud.reserve(filled_);
    for (auto& voxel : table_) {
        if (voxel.count == 0) continue;
        const auto count = static_cast<float>(voxel.count);
        const auto mean = [&](std::uint32_t total) {
            return static_cast<std::uint8_t>((total + voxel.count / 2) / voxel.count);
        };
        cloud.push_back(
            {voxel.x / count, voxel.y / count, voxel.z / count, mean(voxel.red), mean(voxel.green), mean(voxel.blue)});
        voxel = {};
    }
    filled_ = 0;
    voxel_m_ = options_.voxel_m;
    return cloud;
}

} // namespace plenum::media::depth
