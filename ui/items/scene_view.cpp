// SPDX-License-Identifier: Apache-2.0
#include "ui/items/scene_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace plenum::ui {
namespace {

/// Enough to know where a scene is.
constexpr std::size_t points_looked_at = 4'000;
/// Beyond this share on either side, a point counts as astray.
constexpr double astray = 0.04;
constexpr float least_radius = 0.01F;
/// A surface is seen from one side, and points are not overlap evenly.
constexpr float overlap = 2.2F;

struct Span {
    float low;
    float high;
};

Span span_of(std::vector<float>& values) {
    std::ranges::sort(values);
    const auto cut = static_cast<std::size_t>(static_cast<double>(values.size()) * astray);
    return {values[cut], values[values.size() - 1 - cut]};
}

} // namespace

void SceneView::fit(const media::depth::PointCloud& points) {
    std::array<std::vector<float>, 3> values;
    const auto step = std::max<std::size_t>(1, points.size() / points_looked_at);
    for (std::size_t at = 0; at < points.size(); at += step) {
        const auto& point = points[at];
        if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) continue;
        values[0].push_back(point.x);
        values[1].push_back(point.y);
        values[2].push_back(point.z);
    }
    if (values[0].empty()) return;
    const std::array spans{span_of(values[0]), span_of(values[1]), span_of(values[2])};
    target_ = {(spans[0].low + spans[0].high) / 2, (spans[1].low + spans[1].high) / 2,
               (spans[2].low + spans[2].high) / 2};
    const auto half = [&](std::size_t axis) { return (spans[axis].high - spans[axis].low) / 2; };
    const auto radius = std::max(least_radius, std::hypot(half(0), half(1)));
    distance_fitted_ = radius / std::tan(half_field) + half(2);
    distance_ = distance_fitted_;
    yaw_ = 0;
    pitch_ = 0;
    point_side_ = overlap * 2 * radius / std::sqrt(static_cast<float>(points.size()));
}

void SceneView::turn(QPointF angles) {
    constexpr float full_turn = 6.2831853F;
    yaw_ = std::fmod(yaw_ + static_cast<float>(angles.x()), full_turn);
    pitch_ = std::clamp(pitch_ + static_cast<float>(angles.y()), -pitch_max, pitch_max);
}

void SceneView::move(QPointF share) {
    const auto pose = this->pose();
    const auto length = 2 * distance_ * std::tan(half_field);
    target_ -= pose.right * static_cast<float>(share.x()) * length + pose.down * static_cast<float>(share.y()) * length;
}

void SceneView::approach(double factor) {
    if (!(factor > 0)) return;
    distance_ = std::clamp(distance_ / static_cast<float>(factor), distance_fitted_ / nearer_max,
                           distance_fitted_ * farther_max);
}

SceneView::Pose SceneView::pose() const {
    Pose pose;
    pose.ahead = {std::sin(yaw_) * std::cos(pitch_), std::sin(pitch_), std::cos(yaw_) * std::cos(pitch_)};
    pose.right = {std::cos(yaw_), 0, -std::sin(yaw_)};
    pose.down = QVector3D::crossProduct(pose.ahead, pose.right);
    pose.eye = target_ - pose.ahead * distance_;
    return pose;
}

} // namespace plenum::ui
