// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/items/scene_view.h"

#include <QImage>

#include <cstdint>
#include <vector>

namespace plenum::ui {

/// Paints points as squares, nearer ones larger and over those behind them. On the CPU: Qt's own renderer, which the
/// program takes where there is no graphics card, shows no framebuffer of OpenGL, and OpenGL in software is slower.
class PointSplatter {
  public:
    /// Of a square's side, in pixels.
    static constexpr int side_max = 8;

    /// Of this size, without colour where nothing is. Points that are no numbers are left out. Valid until the next.
    [[nodiscard]] const QImage& paint(const media::depth::PointCloud& points, const SceneView& view, QSize size);

  private:
    void clear(QSize size);
    void resolve();

    /// By pixel: the depth of what is nearest, as the bits of a float, and below them its colour.
    std::vector<std::uint64_t> nearest_;
    QImage image_;
};

} // namespace plenum::ui
