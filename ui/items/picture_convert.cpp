// SPDX-License-Identifier: Apache-2.0
#include "ui/items/picture_convert.h"

#include <QRect>

#include <algorithm>
#include <cmath>
#include <vector>

namespace plenum::ui {
namespace {

struct Plane {
    const std::uint8_t* pixels;
    int stride;
};

struct Planes {
    Plane y, u, v;
};

std::size_t bytes_needed(int width, int height) {
    const auto chroma = static_cast<std::size_t>((width + 1) / 2) * static_cast<std::size_t>((height + 1) / 2);
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 2 * chroma;
}

Planes planes_of(const media::VideoFrame& frame) {
    const auto* luma = frame.pixels->data();
    const auto chroma_stride = (frame.width + 1) / 2;
    const auto* u = luma + static_cast<std::ptrdiff_t>(frame.width) * frame.height;
    const auto* v = u + static_cast<std::ptrdiff_t>(chroma_stride) * ((frame.height + 1) / 2);
    return {{luma, frame.width}, {u, chroma_stride}, {v, chroma_stride}};
}

/// The frame in the shape of the target, on even coordinates. Of what is lost in height, a third is at the top: faces
/// are above the middle.
QRect crop(const media::VideoFrame& frame, QSize target) {
    auto width = frame.width;
    auto height = frame.height;
    const auto aspect = static_cast<double>(target.width()) / target.height();
    if (width > height * aspect)
        width = std::max(2, static_cast<int>(height * aspect));
    else
        height = std::max(2, static_cast<int>(width / aspect));
    width = std::min(width, frame.width);
    height = std::min(height, frame.height);
    return {(frame.width - width) / 2 & ~1, (frame.height - height) / 3 & ~1, width, height};
}

std::uint32_t pixel(int y, int u, int v) {
    // BT.601, limited range, in 1/65536 (ITU-R BT.601-7 §3.5.4).
    const auto luma = 76309 * (y - 16) + 32768;
    const auto red = std::clamp((luma + 104597 * (v - 128)) >> 16, 0, 255);
    const auto green = std::clamp((luma - 25675 * (u - 128) - 53279 * (v - 128)) >> 16, 0, 255);
    const auto blue = std::clamp((luma + 132201 * (u - 128)) >> 16, 0, 255);
    return 0xff000000U | static_cast<std::uint32_t>(red << 16 | green << 8 | blue);
}

/// Mean of `factor`×`factor` samples, one row of `count` means beginning at `from`.
void average_row(const Plane& plane, int x, int y, int factor, int count, std::uint8_t* out) {
    const auto* top = plane.pixels + static_cast<std::ptrdiff_t>(y) * plane.stride + x;
    if (factor == 1) {
        std::copy_n(top, count, out);
        return;
    }
    for (int i = 0; i < count; ++i) {
        int sum = 0;
        for (int row = 0; row < factor; ++row)
            for (int column = 0; column < factor; ++column)
                sum += top[static_cast<std::ptrdiff_t>(row) * plane.stride + i * factor + column];
        out[i] = static_cast<std::uint8_t>(sum / (factor * factor));
    }
}

/// Each chroma sample for two pixels; from the end, in place.
void spread(std::vector<std::uint8_t>& row, int samples) {
    for (auto at = static_cast<std::size_t>(samples); at-- > 0;) {
        if (2 * at + 1 < row.size()) row[2 * at + 1] = row[at];
        if (2 * at < row.size()) row[2 * at] = row[at];
    }
}

/// Plain, so that the compiler makes vectors of it.
void convert_row(const std::uint8_t* y, const std::uint8_t* u, const std::uint8_t* v, int width, std::uint32_t* out) {
    for (int x = 0; x < width; ++x)
        out[x] = pixel(y[x], u[x], v[x]);
}

/// Cover of one pixel by a circle, 0 … 1, blurred by one pixel.
double cover(double dx, double dy, double radius) {
    return std::clamp(radius - std::sqrt(dx * dx + dy * dy) + 0.5, 0.0, 1.0);
}

void fade(std::uint32_t& value, double alpha) {
    const auto part = [&](int shift) {
        const auto channel = static_cast<double>(value >> shift & 0xffU);
        return static_cast<std::uint32_t>(std::lround(channel * alpha)) << shift;
    };
    value = part(24) | part(16) | part(8) | part(0);
}

void round_corners(QImage& image, double radius) {
    const auto size = std::min({static_cast<int>(std::ceil(radius)), image.width() / 2, image.height() / 2});
    for (int row = 0; row < size; ++row) {
        auto* top = reinterpret_cast<std::uint32_t*>(image.scanLine(row));
        auto* bottom = reinterpret_cast<std::uint32_t*>(image.scanLine(image.height() - 1 - row));
        for (int column = 0; column < size; ++column) {
            const auto alpha = cover(radius - column - 0.5, radius - row - 0.5, radius);
            if (alpha >= 1.0) break;
            const auto mirrored = image.width() - 1 - column;
            fade(top[column], alpha);
            fade(top[mirrored], alpha);
            fade(bottom[column], alpha);
            fade(bottom[mirrored], alpha);
        }
    }
}

} // namespace

QImage convert_picture(const media::VideoFrame& frame, const PictureShape& shape) {
    if (frame.empty() || frame.width < 2 || frame.height < 2 || shape.target.isEmpty()) return {};
    if (frame.pixels->size() < bytes_needed(frame.width, frame.height)) return {};
    const auto area = crop(frame, shape.target);
    const auto ratio = std::min(area.width() / shape.target.width(), area.height() / shape.target.height());
    // Even, so that a whole number of chroma samples stands for each pixel too.
    const auto factor = ratio >= 2 ? ratio & ~1 : 1;
    const auto width = std::max(1, area.width() / factor);
    const auto height = std::max(1, area.height() / factor);
    // Chroma has half the samples: at full size two pixels share one, at half size and below each gets its own mean.
    const auto chroma_factor = std::max(1, factor / 2);
    const auto chroma_shift = factor == 1 ? 1 : 0;
    const auto chroma_width =
        std::min((width + chroma_shift) >> chroma_shift, ((frame.width + 1) / 2 - area.x() / 2) / chroma_factor);

    const auto planes = planes_of(frame);
    std::vector<std::uint8_t> y(static_cast<std::size_t>(width));
    std::vector<std::uint8_t> u(static_cast<std::size_t>(width));
    std::vector<std::uint8_t> v(static_cast<std::size_t>(width));
    QImage image{width, height, QImage::Format_ARGB32_Premultiplied};
    const auto chroma_rows = (frame.height + 1) / 2;
    for (int row = 0; row < height; ++row) {
        const auto source_row = area.y() + row * factor;
        const auto chroma_row = std::min(source_row / 2, chroma_rows - chroma_factor);
        average_row(planes.y, area.x(), source_row, factor, width, y.data());
        average_row(planes.u, area.x() / 2, chroma_row, chroma_factor, chroma_width, u.data());
        average_row(planes.v, area.x() / 2, chroma_row, chroma_factor, chroma_width, v.data());
        auto* line = reinterpret_cast<std::uint32_t*>(image.scanLine(row));
        if (chroma_shift == 1) spread(u, chroma_width), spread(v, chroma_width);
        convert_row(y.data(), u.data(), v.data(), width, line);
        if (shape.mirrored) std::reverse(line, line + width);
    }
    if (shape.radius > 0) round_corners(image, shape.radius * width / shape.target.width());
    return image;
}

media::VideoFrame frame_of_image(const QImage& image) {
    const int width = image.width() / 2 * 2;
    const int height = image.height() / 2 * 2;
    if (width == 0 || height == 0) return {};
    const auto pixels_of = image.convertToFormat(QImage::Format_RGB32);
    const auto luma = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    auto pixels = std::make_shared<base::Bytes>(luma + luma / 2);
    auto* to = pixels->data();
    const auto line_of = [&](int y) { return reinterpret_cast<const QRgb*>(pixels_of.constScanLine(y)); };
    // BT.601 in limited range, as everywhere.
    for (int y = 0; y < height; ++y) {
        const auto* line = line_of(y);
        for (int x = 0; x < width; ++x)
            *to++ = static_cast<std::uint8_t>(16 +
                                              (66 * qRed(line[x]) + 129 * qGreen(line[x]) + 25 * qBlue(line[x])) / 256);
    }
    const auto chroma = [&](int red, int green, int blue) {
        for (int y = 0; y < height; y += 2) {
            const auto* line = line_of(y);
            for (int x = 0; x < width; x += 2)
                *to++ = static_cast<std::uint8_t>(
                    128 + (red * qRed(line[x]) + green * qGreen(line[x]) + blue * qBlue(line[x])) / 256);
        }
    };
    chroma(-38, -74, 112);
    chroma(112, -94, -18);
    return {width, height, std::move(pixels), {}};
}

} // namespace plenum::ui
