// SPDX-License-Identifier: Apache-2.0
#include "app/capture/depth_picture.h"
#include "app/capture/pose_watch.h"
#include "app/capture/reconstruction.h"
#include "core/client/session.h"
#include "tests/unit/app/capture/rendered_room.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace plenum::app {
namespace {

using media::depth::CameraPair;
using Verdict = media::depth::MovedCameraAlarm::Verdict;

/// Share of points within 5 cm of the wall or of the thing before it.
double share_on_surfaces(const media::depth::PointCloud& points) {
    const auto near = std::ranges::count_if(
        points, [](const auto& point) { return std::abs(point.z - 2) < 0.05 || std::abs(point.z - 1.2) < 0.05; });
    return points.empty() ? 0 : static_cast<double>(near) / static_cast<double>(points.size());
}

TEST(Reconstruction, PutsPointsWhereTheRoomIs) {
    const test::RenderedRoom room;
    auto made = Reconstruction::create(room.calibration(), {});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->pairs(), (std::vector{CameraPair{0, 1}}));
    const auto measured = made->measure(room.pictures());
    ASSERT_EQ(measured.size(), 1U);
    const auto points = made->fuse();
    EXPECT_GT(points.size(), 5000U);
    EXPECT_GT(share_on_surfaces(points), 0.9);
    EXPECT_TRUE(made->measure(std::vector<media::VideoFrame>(2)).empty()) << "without pictures";
    EXPECT_TRUE(made->fuse().empty());
}

TEST(Reconstruction, PairsCamerasWithTheirNearestNeighbour) {
    using media::depth::test::camera;
    const media::depth::Calibration row{
        {camera("a"), camera("b", {0.1, 0, 0}), camera("c", {0.25, 0, 0}), camera("d", {0.33, 0, 0})}, 0.2};
    const auto made = Reconstruction::create(row, {});
    ASSERT_TRUE(made) << made.error().text;
    EXPECT_EQ(made->pairs(), (std::vector{CameraPair{0, 1}, CameraPair{2, 3}}));
    auto one = row;
    one.cameras.resize(1);
    EXPECT_FALSE(Reconstruction::create(one, {}));
    const media::depth::Calibration back_to_back{{camera("a"), camera("b", {0.1, 0, 0}, {0, 180, 0})}, 0.2};
    EXPECT_FALSE(Reconstruction::create(back_to_back, {}));
}

TEST(DepthPicture, IsBrighterWhereItIsNearer) {
    const test::RenderedRoom room;
    auto made = Reconstruction::create(room.calibration(), {});
    ASSERT_TRUE(made);
    const auto measured = made->measure(room.pictures());
    ASSERT_EQ(measured.size(), 1U);
    const auto grey = depth_picture(measured[0].picture, measured[0].range);
    EXPECT_EQ(grey.width, 640);
    std::vector<int> wall;
    std::vector<int> thing;
    const auto& depth = measured[0].picture;
    for (std::size_t i = 0; i < depth.inverse_depth.size(); ++i) {
        const double z =
            depth.inverse_depth[i] == 0 ? 0 : 1 / (depth.inverse_depth[i] * depth.camera.inverse_depth_step);
        if (std::abs(z - 2) < 0.05) wall.push_back((*grey.pixels)[i]);
        if (std::abs(z - 1.2) < 0.05) thing.push_back((*grey.pixels)[i]);
        if (z == 0) {
            EXPECT_EQ((*grey.pixels)[i], 16);
        }
    }
    ASSERT_FALSE(wall.empty() || thing.empty());
    EXPECT_GT(*std::ranges::min_element(wall), 16);
    EXPECT_GT(*std::ranges::min_element(thing), *std::ranges::max_element(wall));
}

TEST(DepthPicture, HalvedPutsPointsAtTheSamePlaces) {
    const test::RenderedRoom room;
    auto made = Reconstruction::create(room.calibration(), {});
    ASSERT_TRUE(made);
    const auto measured = made->measure(room.pictures());
    ASSERT_EQ(measured.size(), 1U);
    const auto half = halved(measured[0].picture);
    EXPECT_EQ(half.camera.size, (media::depth::ImageSize{320, 240}));
    media::depth::PointCloud whole_points;
    media::depth::PointCloud half_points;
    append_points(measured[0].picture, measured[0].range, whole_points);
    append_points(half, measured[0].range, half_points);
    EXPECT_GT(half_points.size(), whole_points.size() / 5);
    EXPECT_GT(share_on_surfaces(half_points), 0.9);
    const auto mean_x = [](const media::depth::PointCloud& points) {
        double sum = 0;
        for (const auto& point : points)
            sum += point.x;
        return sum / static_cast<double>(points.size());
    };
    EXPECT_NEAR(mean_x(half_points), mean_x(whole_points), 0.02);
}

TEST(PoseWatch, TellsOfAMovedCameraWithinASecond) {
    const test::RenderedRoom room;
    const auto watch = PoseWatch::create(room.calibration(), {{0, 1}});
    ASSERT_TRUE(watch) << watch.error().text;
    const auto before = room.pictures();
    const auto after = room.pictures({1.5, 0, 0});
    const auto until = [&](Verdict verdict, const std::vector<media::VideoFrame>& pictures) {
        const auto begin = client::Session::now();
        while ((*watch)->verdict(1) != verdict && client::Session::now() - begin < std::chrono::seconds{20}) {
            (*watch)->look(pictures);
            (*watch)->wait_idle();
        }
        return base::to_ms(client::Session::now() - begin);
    };
    until(Verdict::steady, before);
    ASSERT_EQ((*watch)->verdict(0), Verdict::steady);
    const auto took_ms = until(Verdict::moved_or_partner, after);
    EXPECT_EQ((*watch)->verdict(0), Verdict::moved_or_partner);
    RecordProperty("moved_told_after_ms", static_cast<int>(took_ms));
    EXPECT_LT(took_ms, 2000) << "a second, on a machine that does nothing else";
    until(Verdict::steady, before);
    EXPECT_EQ((*watch)->verdict(1), Verdict::steady);
}

} // namespace
} // namespace plenum::app
