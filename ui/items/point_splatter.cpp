// SPDX-License-Identifier: Apache-2.0
#include "ui/items/point_splatter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace plenum::ui {
namespace {

/// Farther than anything.
constexpr auto nothing = std::numeric_limits<std::uint64_t>::max();
/// Metres before the eye.
constexpr float nearest_seen = 0.02F;

/// As the loop over all points wants it.
struct Lens {
    explicit Lens(const SceneView::Pose& pose) : pose{pose} {}
    /// Of a point relative to the eye.
    [[nodiscard]] static float along(const QVector3D& axis, float x, float y, float z) {
        return axis.x() * x + axis.y() * y + axis.z() * z;
    }
    SceneView::Pose pose;
};

std::uint64_t key_of(float depth, const media::depth::CloudPoint& point) {
    // Bits of positive floats are in the order of their values.
    return std::uint64_t{std::bit_cast<std::uint32_t>(depth)} << 32U | std::uint64_t{point.red} << 16U |
           std::uint64_t{point.green} << 8U | point.blue;
}

} // namespace

const QImage& PointSplatter::paint(const media::depth::PointCloud& points, const SceneView& view, QSize size) {
    clear(size);
    const Lens lens{view.pose()};
    const auto [eye, right, down, ahead] = lens.pose;
    const auto width = image_.width();
    const auto height = image_.height();
    const auto half_width = static_cast<float>(width) / 2;
    const auto half_height = static_cast<float>(height) / 2;
    const auto focal = std::min(half_width, half_height) / std::tan(SceneView::half_field);
    const auto side_at_one = view.point_side() * focal;
    auto* const pixels = nearest_.data();
    for (const auto& point : points) {
        const auto x = point.x - eye.x();
        const auto y = point.y - eye.y();
        const auto z = point.z - eye.z();
        const auto depth = Lens::along(ahead, x, y, z);
        if (!(depth > nearest_seen)) continue;
        const auto scale = focal / depth;
        const auto across = half_width + scale * Lens::along(right, x, y, z);
        const auto from_top = half_height + scale * Lens::along(down, x, y, z);
        // Neither what is outside nor what is no number.
        if (!(across >= 0 && across < static_cast<float>(width) && from_top >= 0 &&
              from_top < static_cast<float>(height)))
            continue;
        const auto key = key_of(depth, point);
        const auto left = static_cast<int>(across);
        const auto top = static_cast<int>(from_top);
        const auto side = static_cast<int>(std::min(side_at_one / depth + 0.5F, static_cast<float>(side_max)));
        if (side <= 1) {
            auto& pixel = pixels[top * width + left];
            pixel = std::min(pixel, key);
            continue;
        }
        const auto right_end = std::min(left + side - side / 2, width);
        const auto bottom_end = std::min(top + side - side / 2, height);
        for (int line = std::max(0, top - side / 2); line < bottom_end; ++line)
            for (int column = std::max(0, left - side / 2); column < right_end; ++column) {
                auto& pixel = pixels[line * width + column];
                pixel = std::min(pixel, key);
            }
    }
    resolve();
    return image_;
}

void PointSplatter::clear(QSize size) {
    const auto wanted = size.expandedTo({1, 1});
    if (image_.size() != wanted) image_ = QImage{wanted, QImage::Format_ARGB32_Premultiplied};
    nearest_.assign(static_cast<std::size_t>(wanted.width()) * static_cast<std::size_t>(wanted.height()), nothing);
}

void PointSplatter::resolve() {
    constexpr std::uint32_t opaque = 0xff000000;
    const auto width = static_cast<std::size_t>(image_.width());
    for (int line = 0; line < image_.height(); ++line) {
        auto* out = reinterpret_cast<std::uint32_t*>(image_.scanLine(line));
        const auto* in = nearest_.data() + static_cast<std::size_t>(line) * width;
        for (std::size_t at = 0; at < width; ++at)
            out[at] = in[at] == nothing ? 0 : opaque | static_cast<std::uint32_t>(in[at]);
    }
}

} // namespace plenum::ui
