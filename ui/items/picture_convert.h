// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "media/frame.h"

#include <QImage>
#include <QSize>

namespace plenum::ui {

struct PictureShape {
    /// Pixels on the screen that the picture fills; it is cropped to this shape, never stretched.
    QSize target;
    /// Radius of the corners, in pixels of the target.
    double radius{0};
    /// Left and right exchanged, as people expect of their own picture.
    bool mirrored{false};
};

/// The picture as the scene graph takes it (premultiplied RGBA, corners transparent). Scaled down by an even factor so
/// that it has at least as many pixels as the target wants, never up: the GPU, or what stands in for it, does the rest.
/// I420 is read as BT.601, limited range. A frame whose pixels do not match its size gives a null image.
[[nodiscard]] QImage convert_picture(const media::VideoFrame& frame, const PictureShape& shape);

/// The other way, without the last column and line where a side is odd.
[[nodiscard]] media::VideoFrame frame_of_image(const QImage& image);

} // namespace plenum::ui
