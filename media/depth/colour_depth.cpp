// SPDX-License-Identifier: Apache-2.0
#include "media/depth/colour_depth.h"

#include <algorithm>
#include <cmath>

namespace plenum::media::depth {
namespace {

constexpr double step_min = 1e-7;
constexpr double step_max = 1;
constexpr double near_min_m = 0.01;
constexpr double far_max_m = 1000;

using Vector = std::array<float, 3>;

/// What a pixel's place adds to a direction, in the reference frame: rotated once, not for each pixel.
Vector scaled(const Vector& vector, float by) { return {vector[0] * by, vector[1] * by, vector[2] * by}; }
Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

/// Unit pixel steps and origin of a camera, seen from the reference frame.
struct Rays {
    explicit Rays(const DepthCamera& camera) {
        const auto to_reference = inverse(camera.from_reference);
        const auto axis = [&](std::size_t column, double by) {
            const auto& r = to_reference.rotation;
            return Vector{static_cast<float>(r[column] * by), static_cast<float>(r[3 + column] * by),
                          static_cast<float>(r[6 + column] * by)};
        };
        right = axis(0, 1 / camera.fx);
        down = axis(1, 1 / camera.fy);
        corner = sum(sum(axis(2, 1), axis(0, -camera.cx / camera.fx)), axis(1, -camera.cy / camera.fy));
        for (std::size_t i = 0; i < 3; ++i)
            origin[i] = static_cast<float>(to_reference.translation_m[i]);
    }
    Vector right{};
    Vector down{};
    /// Through pixel (0, 0), at depth 1.
    Vector corner{};
    Vector origin{};
};

} // namespace

Result<void> check(const DepthCamera& camera) {
    const Intrinsics lens{camera.size, camera.fx, camera.fy, camera.cx, camera.cy, {}};
    if (const auto checked = check(lens); !checked) return checked;
    if (!(camera.inverse_depth_step >= step_min && camera.inverse_depth_step <= step_max))
        return media_error(MediaError::Kind::bad_data, "A depth picture's step must be 1e-7 to 1 per metre.");
    return check(camera.from_reference);
}

Result<void> check(const DepthRange& range) {
    if (!(range.near_m >= near_min_m && range.far_m <= far_max_m && range.near_m < range.far_m))
        return media_error(MediaError::Kind::bad_setting,
                           "Depth must be measured from 1 cm at least to 1 km at most, and far must be beyond near.");
    return {};
}

void append_points(const ColourDepth& picture, const DepthRange& range, PointCloud& to) {
    const auto& camera = picture.camera;
    const Rays rays{camera};
    const auto step = static_cast<float>(camera.inverse_depth_step);
    // The range in steps, so that one comparison of whole numbers a pixel is enough.
    const double value_max = 1 / (range.near_m * camera.inverse_depth_step);
    const double value_min = 1 / (range.far_m * camera.inverse_depth_step);
    const auto most = static_cast<unsigned>(std::min(65'535.0, std::floor(value_max)));
    const auto least = static_cast<unsigned>(std::clamp(std::ceil(value_min), 1.0, 65'536.0));
    if (most < least) return;
    const auto width = static_cast<std::size_t>(camera.size.width);
    const auto height = static_cast<std::size_t>(camera.size.height);
    const auto begin = to.size();
    // All at once, and what was too much goes: growing point by point would take most of the time.
    to.resize(begin + width * height);
    auto* next = to.data() + begin;
    for (std::size_t row = 0; row < height; ++row) {
        const auto start = sum(rays.corner, scaled(rays.down, static_cast<float>(row)));
        const auto* values = picture.inverse_depth.data() + row * width;
        const auto* colours = picture.bgr.data() + row * width * 3;
        for (std::size_t column = 0; column < width; ++column) {
            const unsigned value = values[column];
            if (value - least > most - least) continue;
            const float depth = 1 / (static_cast<float>(value) * step);
            const auto along = static_cast<float>(column);
            *next++ = {rays.origin[0] + depth * (start[0] + along * rays.right[0]),
                       rays.origin[1] + depth * (start[1] + along * rays.right[1]),
                       rays.origin[2] + depth * (start[2] + along * rays.right[2]),
                       colours[3 * column + 2],
                       colours[3 * column + 1],
                       colours[3 * column]};
        }
    }
    to.resize(static_cast<std::size_t>(next - to.data()));
}

} // namespace plenum::media::depth
