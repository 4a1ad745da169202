// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/depth/point_cloud.h"

#include <QPointF>
#include <QVector3D>

namespace plenum::ui {

/// From where a scene is looked at: an eye that turns around a place in it. Axes as those of `CloudPoint`; the eye
/// begins where the reference camera looks from. Angles in radians, lengths in metres.
class SceneView {
  public:
    /// Half of the field of view, over the shorter side.
    static constexpr float half_field = 0.44F;
    static constexpr float pitch_max = 1.5F;
    /// Beside the distance at which all of the scene fits in.
    static constexpr float nearer_max = 20;
    static constexpr float farther_max = 5;

    /// What the eye sees along its axes.
    struct Pose {
        QVector3D eye;
        QVector3D right;
        QVector3D down;
        QVector3D ahead;
    };

    /// Looks at all of these points, but for a few far from the others, from the front. Without points, nothing
    /// changes.
    void fit(const media::depth::PointCloud& points);
    /// A drag by so much to the right and down takes what is in front along.
    void turn(QPointF angles);
    /// By so much of the shorter side of the picture.
    void move(QPointF share);
    /// More than 1: nearer.
    void approach(double factor);

    [[nodiscard]] Pose pose() const;
    [[nodiscard]] float distance() const { return distance_; }
    [[nodiscard]] float yaw() const { return yaw_; }
    [[nodiscard]] float pitch() const { return pitch_; }
    /// Side of what a point stands for: so large that a surface has no holes.
    [[nodiscard]] float point_side() const { return point_side_; }

  private:
    QVector3D target_{0, 0, 2};
    float yaw_{0};
    float pitch_{0};
    float distance_{2};
    float distance_fitted_{2};
    float point_side_{0.01F};
};

} // namespace plenum::ui
