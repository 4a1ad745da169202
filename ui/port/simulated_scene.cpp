// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_scene.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace plenum::ui {
namespace {

using media::depth::CloudPoint;
using Colour = std::array<double, 3>;

constexpr Colour skin{216, 158, 124};
constexpr Colour hair{64, 46, 38};
constexpr Colour clothes{58, 108, 178};
constexpr Colour wall{96, 100, 112};
/// Metres from the reference camera.
constexpr double person_distance = 1.7;

std::uint8_t lit(double channel, double light) {
    return static_cast<std::uint8_t>(std::clamp(channel * light, 0.0, 255.0));
}

/// `facing` is how much the surface looks at the camera, 0 … 1.
CloudPoint point_of(std::array<double, 3> at, const Colour& colour, double facing) {
    const auto light = 0.45 + 0.55 * facing;
    return {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2]),
            lit(colour[0], light),     lit(colour[1], light),     lit(colour[2], light)};
}

/// 0 … 1.
double share(base::Random& random) { return static_cast<double>(random.below(1U << 20U)) / (1U << 20U); }

CloudPoint on_head(base::Random& random, double sway) {
    const auto up = 2 * share(random) - 1;
    const auto around = std::numbers::pi * share(random);
    const auto ring = std::sqrt(1 - up * up);
    const auto ahead = ring * std::sin(around);
    const bool covered = up > 0.45 + 0.2 * ahead;
    return point_of({sway + 0.1 * ring * std::cos(around), -0.42 - 0.135 * up, person_distance - 0.12 * ahead},
                    covered ? hair : skin, ahead);
}

CloudPoint on_body(base::Random& random, double sway) {
    const auto down = share(random);
    const auto around = std::numbers::pi * share(random);
    // Neck, shoulders, chest.
    const auto wide = down < 0.12 ? 0.06 + down : 0.18 + 0.2 * std::sqrt(std::min(1.0, (down - 0.12) / 0.25));
    const auto ahead = std::sin(around);
    return point_of(
        {sway * (1 - down) + wide * std::cos(around), -0.29 + 0.75 * down, person_distance - 0.45 * wide * ahead},
        down < 0.12 ? skin : clothes, ahead);
}

CloudPoint on_wall(base::Random& random) {
    return point_of(
        {1.7 * share(random) - 0.85, 1.2 * share(random) - 0.7, person_distance + 0.7 + 0.004 * share(random)}, wall,
        0.6);
}

} // namespace

std::shared_ptr<const media::depth::PointCloud> simulated_scene(std::size_t points, double phase) {
    // The same surface each time, or it would flicker.
    base::Random random{7};
    const auto sway = 0.03 * std::sin(phase);
    auto cloud = std::make_shared<media::depth::PointCloud>();
    cloud->reserve(points);
    while (cloud->size() < points) {
        const auto part = random.below(10);
        cloud->push_back(part < 3 ? on_head(random, sway) : part < 8 ? on_body(random, sway) : on_wall(random));
    }
    return cloud;
}

} // namespace plenum::ui
