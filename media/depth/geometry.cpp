// SPDX-License-Identifier: Apache-2.0
#include "media/depth/geometry.h"

#include <algorithm>
#include <cmath>

namespace plenum::media::depth {
namespace {

constexpr double orthonormal_tolerance = 1e-3;
constexpr double translation_max_m = 1000;
constexpr double focal_widths_min = 0.1;
constexpr double focal_widths_max = 50;
/// Beyond any lens that these coefficients describe.
constexpr double distortion_max = 1000;

std::array<double, 3> rotate(const std::array<double, 9>& rotation, const std::array<double, 3>& vector) {
    std::array<double, 3> result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            result[row] += rotation[3 * row + column] * vector[column];
    return result;
}

std::array<double, 9> transposed(const std::array<double, 9>& matrix) {
    return {matrix[0], matrix[3], matrix[6], matrix[1], matrix[4], matrix[7], matrix[2], matrix[5], matrix[8]};
}

std::array<double, 9> product(const std::array<double, 9>& a, const std::array<double, 9>& b) {
    std::array<double, 9> result{};
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column < 3; ++column)
            for (std::size_t k = 0; k < 3; ++k)
                result[3 * row + column] += a[3 * row + k] * b[3 * k + column];
    return result;
}

double determinant(const std::array<double, 9>& m) {
    return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

bool all_finite(const auto& numbers) {
    return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

std::unexpected<MediaError> bad(const char* why) { return media_error(MediaError::Kind::bad_data, why); }

} // namespace

Pose then(const Pose& first, const Pose& second) {
    Pose both;
    both.rotation = product(second.rotation, first.rotation);
    both.translation_m = rotate(second.rotation, first.translation_m);
    for (std::size_t i = 0; i < 3; ++i)
        both.translation_m[i] += second.translation_m[i];
    return both;
}

Pose inverse(const Pose& pose) {
    Pose back;
    back.rotation = transposed(pose.rotation);
    back.translation_m = rotate(back.rotation, pose.translation_m);
    for (double& length : back.translation_m)
        length = -length;
    return back;
}

double distance_m(const Pose& first, const Pose& second) {
    const auto [x, y, z] = then(inverse(first), second).translation_m;
    return std::hypot(x, y, z);
}

double angle_between(const Pose& first, const Pose& second) {
    const auto turn = product(second.rotation, transposed(first.rotation));
    return std::acos(std::clamp((turn[0] + turn[4] + turn[8] - 1) / 2, -1.0, 1.0));
}

Result<void> check(const Intrinsics& intrinsics) {
    const auto [width, height] = intrinsics.size;
    const auto side_is_good = [](int side) {
        return side >= image_side_min && side <= image_side_max && side % 2 == 0;
    };
    if (!side_is_good(width) || !side_is_good(height))
        return bad("A camera's width and height must be even numbers from 32 to 4096.");
    const auto focal_is_good = [width](double focal) {
        return focal >= focal_widths_min * width && focal <= focal_widths_max * width;
    };
    if (!focal_is_good(intrinsics.fx) || !focal_is_good(intrinsics.fy))
        return bad("A camera's focal lengths must be 0.1 to 50 times its width.");
    const auto inside = [](double at, int side) { return at >= 0 && at <= side; };
    if (!inside(intrinsics.cx, width) || !inside(intrinsics.cy, height))
        return bad("A camera's principal point must lie within its picture.");
    const auto is_bounded = [](double coefficient) { return std::abs(coefficient) <= distortion_max; };
    if (!std::ranges::all_of(intrinsics.distortion, is_bounded))
        return bad("A camera's distortion coefficients must be numbers from -1000 to 1000.");
    return {};
}

Result<void> check(const Pose& pose) {
    if (!all_finite(pose.rotation) || !all_finite(pose.translation_m))
        return bad("A camera's pose has a number that is not finite.");
    const auto square = product(pose.rotation, transposed(pose.rotation));
    for (std::size_t i = 0; i < square.size(); ++i)
        if (std::abs(square[i] - (i % 4 == 0 ? 1 : 0)) > orthonormal_tolerance)
            return bad("A camera's rotation is not orthonormal.");
    if (determinant(pose.rotation) < 0) return bad("A camera's rotation is a mirror.");
    const auto is_near = [](double length) { return std::abs(length) <= translation_max_m; };
    if (!std::ranges::all_of(pose.translation_m, is_near))
        return bad("A camera stands more than 1 km from the reference camera.");
    return {};
}

} // namespace plenum::media::depth
