// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/point_cloud.h"

#include <cstddef>
#include <vector>

namespace plenum::media::depth {

/// Joins clouds of several pairs into one with a bounded number of points: space is divided into cubes (voxels), and
/// the points in one cube become one, with the mean of their places and colours.
class CloudFusion {
  public:
    struct Options {
        /// Side of a cube, 1 mm to 1 m.
        double voxel_m{0.01};
        /// 1000 to 5 million. Where more cubes are filled, their side doubles until this many are enough.
        std::size_t points_max{300'000};
    };

    /// Errors: bad_setting, with the bounds.
    [[nodiscard]] static Result<CloudFusion> create(const Options& options);

    /// Points that are not finite, or too far out to number their cubes, are left out.
    void add(const PointCloud& cloud);
    /// The joined cloud, in an order that depends on the points alone. Begins anew.
    [[nodiscard]] PointCloud take();
    /// As it is now: larger than asked for where the bound was reached. `take` sets it back.
    [[nodiscard]] double voxel_m() const { return voxel_m_; }

  private:
    /// Sums over the points of one cube; empty where `count` is 0.
    struct Voxel {
        std::uint64_t key{0};
        float x{0};
        float y{0};
        float z{0};
        std::uint32_t red{0};
        std::uint32_t green{0};
        std::uint32_t blue{0};
        std::uint32_t count{0};
    };

    explicit CloudFusion(const Options& options);
    void add_point(const CloudPoint& point);
    void merge(const Voxel& voxel);
    /// Doubles the side and joins cubes, until there is room.
    void coarsen();

    Options options_;
    double voxel_m_{0};
    /// Open addressing with linear probing: twice as many places as points at least, a power of two.
    std::vector<Voxel> table_;
    std::size_t filled_{0};
};

} // namespace plenum::media::depth
