// SPDX-License-Identifier: Apache-2.0
#include "app/capture/depth_picture.h"

#include <algorithm>

namespace plenum::app {
namespace {

/// BT.601, limited range.
constexpr double black = 16;
constexpr double white = 235;
/// The farthest depth that is known is still told from black.
constexpr double farthest = 50;

} // namespace

media::VideoFrame depth_picture(const media::depth::ColourDepth& depth, const media::depth::DepthRange& range) {
    const auto& size = depth.camera.size;
    const auto luma = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
    const auto chroma =
        static_cast<std::size_t>((size.width + 1) / 2) * static_cast<std::size_t>((size.height + 1) / 2);
    base::Bytes pixels(luma + 2 * chroma, 128);
    const double far = 1 / range.far_m;
    const double near = 1 / range.near_m;
    for (std::size_t i = 0; i < std::min(luma, depth.inverse_depth.size()); ++i) {
        const auto value = depth.inverse_depth[i];
        const double part = (value * depth.camera.inverse_depth_step - far) / (near - far);
        const double grey = farthest + std::clamp(part, 0.0, 1.0) * (white - farthest);
        pixels[i] = static_cast<std::uint8_t>(value == 0 ? black : grey);
    }
    return {size.width, size.height, std::make_shared<const base::Bytes>(std::move(pixels)), depth.captured_at};
}

media::depth::ColourDepth halved(const media::depth::ColourDepth& depth) {
    media::depth::ColourDepth half;
    half.camera = depth.camera;
    half.source = depth.source;
    half.captured_at = depth.captured_at;
    auto& camera = half.camera;
    camera.size = {depth.camera.size.width / 4 * 2, depth.camera.size.height / 4 * 2};
    camera.fx /= 2;
    camera.fy /= 2;
    // The middle of four pixels becomes the middle of one.
    camera.cx = (camera.cx - 0.5) / 2;
    camera.cy = (camera.cy - 0.5) / 2;
    const auto width = static_cast<std::size_t>(camera.size.width);
    const auto height = static_cast<std::size_t>(camera.size.height);
    const auto stride = static_cast<std::size_t>(depth.camera.size.width);
    half.bgr.resize(3 * width * height);
    half.inverse_depth.resize(width * height);
    for (std::size_t row = 0; row < height; ++row) {
        for (std::size_t column = 0; column < width; ++column) {
            const std::size_t from = 2 * row * stride + 2 * column;
            const std::size_t to = row * width + column;
            const auto& values = depth.inverse_depth;
            half.inverse_depth[to] =
                std::max({values[from], values[from + 1], values[from + stride], values[from + stride + 1]});
            for (std::size_t colour = 0; colour < 3; ++colour) {
                const auto at = [&](std::size_t pixel) { return static_cast<unsigned>(depth.bgr[3 * pixel + colour]); };
                const unsigned sum = at(from) + at(from + 1) + at(from + stride) + at(from + stride + 1);
                half.bgr[3 * to + colour] = static_cast<std::uint8_t>((sum + 2) / 4);
            }
        }
    }
    return half;
}

} // namespace plenum::app
