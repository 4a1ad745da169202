// SPDX-License-Identifier: Apache-2.0
#include "media/depth/cloud_fusion.h"
#include "media/depth/stereo_pair.h"
#include "tests/unit/media/depth/scene.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

namespace plenum::media::depth {
namespace {

CloudFusion fusion(const CloudFusion::Options& options) {
    auto created = CloudFusion::create(options);
    EXPECT_TRUE(created);
    return std::move(*created);
}

TEST(CloudFusion, JoinsThePointsOfOneCubeToTheirMean) {
    auto joined = fusion({.voxel_m = 0.1});
    joined.add({{0.01F, 0.02F, 1.03F, 10, 20, 30}, {0.03F, 0.06F, 1.05F, 20, 40, 31}});
    joined.add({{-0.01F, 0.02F, 1.03F, 1, 2, 3}});
    const auto cloud = joined.take();
    ASSERT_EQ(cloud.size(), 2U);
    const auto& two = cloud[0].x > 0 ? cloud[0] : cloud[1];
    EXPECT_NEAR(two.x, 0.02, 1e-6);
    EXPECT_NEAR(two.y, 0.04, 1e-6);
    EXPECT_NEAR(two.z, 1.04, 1e-6);
    EXPECT_EQ(two.red, 15);
    EXPECT_EQ(two.green, 30);
    EXPECT_EQ(two.blue, 31);
    EXPECT_TRUE(joined.take().empty());
}

TEST(CloudFusion, CoarsensWhereThereAreTooManyPoints) {
    auto joined = fusion({.voxel_m = 0.001, .points_max = 1000});
    PointCloud cloud;
    for (int i = 0; i < 100; ++i)
        for (int j = 0; j < 100; ++j)
            cloud.push_back({static_cast<float>(i) * 0.01F - 0.5F, static_cast<float>(j) * 0.01F - 0.5F, 1, 255, 0, 0});
    joined.add(cloud);
    EXPECT_GT(joined.voxel_m(), 0.016);
    const auto taken = joined.take();
    EXPECT_LE(taken.size(), 1000U);
    EXPECT_GT(taken.size(), 200U);
    for (const auto& point : taken)
        ASSERT_EQ(point.red, 255);
    EXPECT_EQ(joined.voxel_m(), 0.001);
}

TEST(CloudFusion, LeavesOutPointsThatAreNowhere) {
    auto joined = fusion({});
    constexpr auto infinite = std::numeric_limits<float>::infinity();
    joined.add(
        {{infinite, 0, 0, 0, 0, 0}, {0, std::nanf(""), 0, 0, 0, 0}, {0, 0, -1e30F, 0, 0, 0}, {1, 1, 1, 0, 0, 0}});
    EXPECT_EQ(joined.take().size(), 1U);
    EXPECT_FALSE(CloudFusion::create({.voxel_m = 0}));
    EXPECT_FALSE(CloudFusion::create({.voxel_m = std::nan("")}));
    EXPECT_FALSE(CloudFusion::create({.points_max = 0}));
    EXPECT_FALSE(CloudFusion::create({.points_max = std::numeric_limits<std::size_t>::max()}));
}

TEST(CloudFusion, PutsTwoPairsOnTheSameWall) {
    // Two pairs that look at a wall at z = 2 from different places.
    const std::vector<CalibratedCamera> cameras{test::camera("a"), test::camera("b", {0.1, 0, 0}),
                                                test::camera("c", {1.2, 0, 0.2}, {0, -25, 0}),
                                                test::camera("d", {1.29, 0, 0.242}, {0, -25, 0})};
    const test::Scene scene{{test::pose({}, {-2, -1.5, 2}), 4, 3, test::random_texture(4, {1100, 825})}};
    auto joined = fusion({.voxel_m = 0.02, .points_max = 50'000});
    std::size_t points = 0;
    double least_x = 0;
    double most_x = 0;
    for (const std::size_t first : {0U, 2U}) {
        auto pair = StereoPair::create(cameras[first], cameras[first + 1], {.range = {1, 4}});
        ASSERT_TRUE(pair) << pair.error().text;
        ColourDepth picture;
        ASSERT_TRUE(pair->measure(test::render(scene, cameras[first]).frame,
                                  test::render(scene, cameras[first + 1]).frame, picture));
        PointCloud cloud;
        append_points(picture, pair->range(), cloud);
        points += cloud.size();
        joined.add(cloud);
    }
    const auto cloud = joined.take();
    EXPECT_GT(points, 350'000U);
    EXPECT_LE(cloud.size(), 50'000U);
    std::size_t on_the_wall = 0;
    for (const auto& point : cloud) {
        if (std::abs(point.z - 2) < 0.04F) ++on_the_wall;
        least_x = std::min(least_x, static_cast<double>(point.x));
        most_x = std::max(most_x, static_cast<double>(point.x));
    }
    EXPECT_GT(static_cast<double>(on_the_wall), 0.95 * static_cast<double>(cloud.size()));
    // Pairs lose the edge that only one camera sees: one covers less than 2.2 m.
    EXPECT_GT(most_x - least_x, 2.35);
}

TEST(Ply, IsWrittenAsTheFormatSays) {
    const plenum::media::test::TemporaryFolder folder;
    const PointCloud cloud{{1.5F, -2, 0.25F, 1, 2, 3}, {0, 0, 7, 255, 254, 253}};
    ASSERT_TRUE(write_ply(cloud, folder / "cloud.ply"));
    std::ifstream file{folder / "cloud.ply", std::ios::binary};
    std::string line;
    std::string header;
    while (line != "end_header" && std::getline(file, line))
        header += line + "\n";
    EXPECT_TRUE(header.starts_with("ply\nformat binary_little_endian 1.0\n")) << header;
    EXPECT_NE(header.find("element vertex 2\n"), std::string::npos);
    PointCloud read;
    std::array<char, 15> vertex{};
    while (file.read(vertex.data(), vertex.size())) {
        CloudPoint point;
        std::memcpy(&point.x, vertex.data(), 4);
        std::memcpy(&point.y, vertex.data() + 4, 4);
        std::memcpy(&point.z, vertex.data() + 8, 4);
        point.red = static_cast<std::uint8_t>(vertex[12]);
        point.green = static_cast<std::uint8_t>(vertex[13]);
        point.blue = static_cast<std::uint8_t>(vertex[14]);
        read.push_back(point);
    }
    EXPECT_EQ(file.gcount(), 0);
    EXPECT_EQ(read, cloud);
    EXPECT_FALSE(write_ply(cloud, folder / "none" / "cloud.ply"));
}

} // namespace
} // namespace plenum::media::depth
