// SPDX-License-Identifier: Apache-2.0
// Points in space on the screen: from where they are looked at, what covers what, and what it costs to paint them.
#include "ui/items/point_splatter.h"
#include "ui/port/simulated_scene.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace plenum::ui {
namespace {

using media::depth::CloudPoint;
using media::depth::PointCloud;

constexpr QSize picture_size{400, 300};
constexpr QPoint middle{200, 150};

/// A wall of one colour, two metres wide.
PointCloud wall_at(float depth, CloudPoint colour) {
    PointCloud wall;
    for (int row = -100; row <= 100; ++row)
        for (int column = -100; column <= 100; ++column) {
            colour.x = static_cast<float>(column) / 100;
            colour.y = static_cast<float>(row) / 100;
            colour.z = depth;
            wall.push_back(colour);
        }
    return wall;
}

PointCloud operator+(PointCloud one, const PointCloud& other) {
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

constexpr CloudPoint red{0, 0, 0, 255, 0, 0};
constexpr CloudPoint blue{0, 0, 0, 0, 0, 255};

class Scene : public testing::Test {
  protected:
    QColor seen(const PointCloud& cloud, QPoint at = middle) {
        return splatter.paint(cloud, view, picture_size).pixelColor(at);
    }
    SceneView view;
    PointSplatter splatter;
};

TEST_F(Scene, what_is_nearer_covers_what_is_behind_it_whichever_comes_first) {
    const auto near_first = wall_at(2, red) + wall_at(3, blue);
    view.fit(near_first);
    EXPECT_EQ(seen(near_first), QColor(Qt::red));
    EXPECT_EQ(seen(wall_at(3, blue) + wall_at(2, red)), QColor(Qt::red));
}

TEST_F(Scene, turned_half_around_the_back_is_in_front) {
    const auto both = wall_at(2, red) + wall_at(3, blue);
    view.fit(both);
    view.turn({3.14159265, 0});
    EXPECT_EQ(seen(both), QColor(Qt::blue));
}

TEST_F(Scene, a_surface_has_no_holes_where_it_is_looked_at_as_a_whole) {
    const auto wall = wall_at(2, red);
    view.fit(wall);
    const auto& picture = splatter.paint(wall, view, picture_size);
    for (int y = 100; y < 200; ++y)
        for (int x = 150; x < 250; ++x)
            ASSERT_EQ(picture.pixelColor(x, y), QColor(Qt::red)) << x << " " << y;
}

TEST_F(Scene, a_drag_takes_what_is_in_front_along) {
    // Two posts, one behind the other.
    PointCloud posts;
    for (int step = 0; step < 100; ++step) {
        posts.push_back({0, static_cast<float>(step) / 100, 1, 255, 0, 0});
        posts.push_back({0, static_cast<float>(step) / 100, 3, 0, 0, 255});
    }
    view.fit(posts);
    view.turn({0.3, 0});
    const auto& picture = splatter.paint(posts, view, picture_size);
    const auto column_of = [&](QColor colour) {
        for (int x = 0; x < picture.width(); ++x)
            for (int y = 0; y < picture.height(); ++y)
                if (picture.pixelColor(x, y) == colour) return x;
        return -1;
    };
    EXPECT_GT(column_of(Qt::red), middle.x());
    EXPECT_LT(column_of(Qt::blue), middle.x());
    EXPECT_GE(column_of(Qt::blue), 0);
}

TEST_F(Scene, moving_and_coming_nearer_do_what_they_say) {
    const auto wall = wall_at(2, red);
    view.fit(wall);
    EXPECT_EQ(seen(wall, {2, 2}).alpha(), 0);
    const auto far = view.distance();
    view.approach(3);
    EXPECT_NEAR(view.distance(), far / 3, 0.001);
    EXPECT_EQ(seen(wall, {2, 2}), QColor(Qt::red)) << "it fills the picture";
    view.fit(wall);
    view.move({0.6, 0});
    EXPECT_EQ(seen(wall, {4, 150}).alpha(), 0) << "it is at the right";
    view.approach(1e30);
    view.approach(-1);
    view.approach(std::numeric_limits<double>::quiet_NaN());
    EXPECT_GT(view.distance(), 0);
    view.turn({0, 99});
    EXPECT_LE(view.pitch(), SceneView::pitch_max);
}

TEST_F(Scene, a_few_points_astray_do_not_move_the_eye_away) {
    auto wall = wall_at(2, red);
    view.fit(wall);
    const auto distance = view.distance();
    for (int stray = 0; stray < 200; ++stray)
        wall.push_back({900, 900, 900, 0, 0, 255});
    view.fit(wall);
    EXPECT_NEAR(view.distance(), distance, 0.1 * distance);
}

TEST_F(Scene, points_that_are_no_numbers_are_left_out) {
    constexpr auto nan = std::numeric_limits<float>::quiet_NaN();
    constexpr auto infinity = std::numeric_limits<float>::infinity();
    constexpr auto most = std::numeric_limits<float>::max();
    const PointCloud bad{{nan, 0, 1, 255, 0, 0},      {0, nan, 1, 255, 0, 0},       {0, 0, nan, 255, 0, 0},
                         {infinity, 0, 1, 255, 0, 0}, {0, 0, infinity, 9, 9, 9},    {0, 0, -infinity, 9, 9, 9},
                         {most, most, most, 9, 9, 9}, {-most, most, -most, 9, 9, 9}};
    view.fit(bad);
    EXPECT_EQ(splatter.paint(bad, view, picture_size).size(), picture_size);
    const auto wall = wall_at(2, red);
    view.fit(wall + bad);
    EXPECT_EQ(seen(wall + bad), QColor(Qt::red));
    view.fit({});
    EXPECT_EQ(splatter.paint({}, view, {0, 0}).size(), QSize(1, 1));
}

/// Reports what a frame costs beside the least that any renderer does in the same run: reading the points and writing
/// the picture. No bound on time: the machine may be busy. The bound on the ratio finds a quadratic mistake.
TEST_F(Scene, painting_300000_points_costs_few_times_what_reading_them_does) {
    const auto cloud = simulated_scene(300'000, 0);
    constexpr QSize size{560, 590};
    view.fit(*cloud);
    std::vector<std::byte> copy(cloud->size() * sizeof(CloudPoint) +
                                static_cast<std::size_t>(size.width() * size.height()) * 4);
    using Clock = std::chrono::steady_clock;
    const auto least_ms = [](auto&& work) {
        double least = std::numeric_limits<double>::max();
        for (int round = 0; round < 7; ++round) {
            const auto begin = Clock::now();
            work();
            least = std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
        }
        return least;
    };
    const auto bare = least_ms([&] {
        std::memcpy(copy.data(), cloud->data(), cloud->size() * sizeof(CloudPoint));
        std::memset(copy.data() + cloud->size() * sizeof(CloudPoint), static_cast<int>(copy.size() % 7),
                    copy.size() - cloud->size() * sizeof(CloudPoint));
    });
    const auto painted = least_ms([&] {
        view.turn({0.1, 0});
        ASSERT_EQ(splatter.paint(*cloud, view, size).size(), size);
    });
    RecordProperty("frame_us", static_cast<int>(painted * 1000));
    RecordProperty("bare_us", static_cast<int>(bare * 1000));
    std::printf("300000 points in %dx%d: %.2f ms a frame (%.0f fps), %.1f times the bare copy of %.2f ms\n",
                size.width(), size.height(), painted, 1000 / painted, painted / bare, bare);
    EXPECT_LT(painted / bare, 200);
}

} // namespace
} // namespace plenum::ui
