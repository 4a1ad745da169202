// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_code.h"

#include "core/base/check.h"

#include <algorithm>

namespace plenum::media {
namespace {

constexpr int columns = 8;
constexpr int rows = 5;  // four of number, one of check sum
constexpr int bands = 8; // of the height; the code takes the upper five
constexpr std::uint8_t black = 16;
constexpr std::uint8_t white = 235;
constexpr std::uint8_t grey = 128;
/// A cell between these is neither black nor white: the picture is damaged or carries no code.
constexpr int black_max = 96;
constexpr int white_min = 160;

/// CRC-8, polynomial x^8+x^2+x+1, over the four bytes; begun at 0x5a so that an all-black picture is no code.
std::uint8_t check_sum(std::uint32_t number) {
    unsigned sum = 0x5a;
    for (int byte = 3; byte >= 0; --byte) {
        sum ^= number >> (8 * byte) & 0xff;
        for (int bit = 0; bit < 8; ++bit)
            sum = (sum & 0x80) != 0 ? (sum << 1 ^ 0x07) & 0xff : sum << 1;
    }
    return static_cast<std::uint8_t>(sum);
}

void fill_rectangle(base::Bytes& luma, int width, int x, int y, int rectangle_width, int height, std::uint8_t value) {
    for (int row = y; row < y + height; ++row) {
        std::fill_n(luma.begin() + static_cast<std::ptrdiff_t>(row) * width + x, rectangle_width, value);
    }
}

/// Mean over the middle half of a cell, which the neighbours' ringing does not reach.
int cell_mean(const VideoFrame& frame, int column, int row) {
    const auto cell_width = frame.width / columns;
    const auto cell_height = frame.height / bands;
    long sum = 0;
    for (int y = cell_height / 4; y < cell_height * 3 / 4; ++y) {
        const auto line = static_cast<std::size_t>(row * cell_height + y) * static_cast<std::size_t>(frame.width);
        for (int x = cell_width / 4; x < cell_width * 3 / 4; ++x) {
            sum += (*frame.pixels)[line + static_cast<std::size_t>(column * cell_width + x)];
        }
    }
    return static_cast<int>(sum / ((cell_width * 3 / 4 - cell_width / 4) * (cell_height * 3 / 4 - cell_height / 4)));
}

} // namespace

VideoFrame draw_frame_code(std::uint32_t number, int width, int height) {
    CHECK(width >= frame_code_width_min && height >= frame_code_height_min);
    const auto luma_size = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto chroma_size = static_cast<std::size_t>((width + 1) / 2) * static_cast<std::size_t>((height + 1) / 2);
    auto pixels = std::make_shared<base::Bytes>(luma_size + 2 * chroma_size, grey);
    const auto cell_width = width / columns;
    const auto cell_height = height / bands;
    const auto bits = static_cast<std::uint64_t>(number) << 8 | check_sum(number);
    for (int cell = 0; cell < columns * rows; ++cell) {
        const auto set = (bits >> (columns * rows - 1 - cell) & 1) != 0;
        fill_rectangle(*pixels, width, cell % columns * cell_width, cell / columns * cell_height, cell_width,
                       cell_height, set ? white : black);
    }
    const auto bar_width = std::max(2, width / 16);
    const auto bar_x = static_cast<int>(number * 7U % static_cast<unsigned>(width - bar_width));
    fill_rectangle(*pixels, width, bar_x, rows * cell_height, bar_width, height - rows * cell_height, white);
    return {width, height, std::move(pixels), {}};
}

std::optional<std::uint32_t> read_frame_code(const VideoFrame& frame) {
    if (frame.empty() || frame.width < frame_code_width_min || frame.height < frame_code_height_min) {
        return std::nullopt;
    }
    std::uint64_t bits = 0;
    for (int cell = 0; cell < columns * rows; ++cell) {
        const auto mean = cell_mean(frame, cell % columns, cell / columns);
        if (mean > black_max && mean < white_min) return std::nullopt;
        bits = bits << 1 | (mean >= white_min ? 1U : 0U);
    }
    const auto number = static_cast<std::uint32_t>(bits >> 8);
    if (check_sum(number) != (bits & 0xff)) return std::nullopt;
    return number;
}

} // namespace plenum::media
