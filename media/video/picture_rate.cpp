// SPDX-License-Identifier: Apache-2.0
#include "media/video/picture_rate.h"

#include <algorithm>

namespace plenum::media {
namespace {

/// Voice with its headers, acknowledgements and what is sent again.
constexpr std::int64_t beside_bps = 80'000;
constexpr std::int64_t share_percent = 80;
/// A second's growth.
constexpr std::int64_t growth_percent = 15;
/// VP8 at 30 Hz needs about so many bits a pixel to look sharp: 360 kbit/s at 1280×720.
constexpr double bits_per_pixel_least = 0.013;
constexpr int rate_hz = 30;
/// Half as much again, for so many seconds, before the picture grows.
constexpr double ample = 1.5;
constexpr int ample_min = 5;

/// A plane of half the width and height. `width` and `height` are of the target.
void halve_plane(const std::uint8_t* from, int from_width, std::uint8_t* to, int width, int height) {
    for (int y = 0; y < height; ++y) {
        const auto* upper = from + std::ptrdiff_t{2} * y * from_width;
        const auto* lower = upper + from_width;
        for (int x = 0; x < width; ++x)
            *to++ =
                static_cast<std::uint8_t>((upper[2 * x] + upper[2 * x + 1] + lower[2 * x] + lower[2 * x + 1] + 2) / 4);
    }
}

VideoFrame halve_once(const VideoFrame& frame) {
    // Sides that are multiples of four leave even halves; up to three rows and columns go.
    const int width = frame.width / 4 * 2;
    const int height = frame.height / 4 * 2;
    const int chroma_width = (frame.width + 1) / 2;
    const int chroma_height = (frame.height + 1) / 2;
    const auto luma_bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    auto pixels = std::make_shared<base::Bytes>(luma_bytes + luma_bytes / 2);
    const auto* from = frame.pixels->data();
    auto* to = pixels->data();
    halve_plane(from, frame.width, to, width, height);
    from += std::ptrdiff_t{frame.width} * frame.height;
    to += luma_bytes;
    for (int plane = 0; plane < 2; ++plane) {
        halve_plane(from, chroma_width, to, width / 2, height / 2);
        from += std::ptrdiff_t{chroma_width} * chroma_height;
        to += luma_bytes / 4;
    }
    return {width, height, std::move(pixels), frame.captured_at};
}

} // namespace

int PictureRate::bitrate_least_at(int halvings) const {
    return static_cast<int>(bits_per_pixel_least * rate_hz * options_.pixels) >> (2 * halvings);
}

PictureRate::Choice PictureRate::handle(base::ByteRate send_rate) {
    const auto bits = static_cast<std::int64_t>(std::min<std::uint64_t>(send_rate.value(), 1U << 30)) * 8;
    const auto room =
        std::clamp<std::int64_t>(bits * share_percent / 100 - beside_bps, bitrate_min_bps, options_.bitrate_max_bps);
    const auto grown = std::int64_t{choice_.bitrate_bps} * (100 + growth_percent) / 100;
    choice_.bitrate_bps = static_cast<int>(std::min(room, grown));
    while (choice_.halvings < halvings_max && choice_.bitrate_bps < bitrate_least_at(choice_.halvings))
        ++choice_.halvings;
    const bool larger = choice_.halvings > 0 && choice_.bitrate_bps > ample * bitrate_least_at(choice_.halvings - 1);
    ample_ = larger ? ample_ + 1 : 0;
    if (ample_ >= ample_min) {
        --choice_.halvings;
        ample_ = 0;
    }
    return choice_;
}

VideoFrame halve(const VideoFrame& frame, int times) {
    auto halved = frame;
    for (; times > 0 && halved.width >= 4 && halved.height >= 4; --times)
        halved = halve_once(halved);
    return halved;
}

} // namespace plenum::media
