// SPDX-License-Identifier: Apache-2.0
#include "media/depth/depth_planes.h"

#include <zlib.h>

#include <algorithm>

namespace plenum::media::depth {
namespace {

constexpr int window_bits = 15;
constexpr int memory_level = 9;

/// From the neighbours that are known before (row, column).
std::uint16_t predicted(const std::uint16_t* row, const std::uint16_t* above, std::size_t column) {
    if (!above) return column == 0 ? std::uint16_t{0} : row[column - 1];
    if (column == 0) return above[0];
    const int left = row[column - 1];
    const int up = above[column];
    const auto [low, high] = std::minmax(left, up);
    return static_cast<std::uint16_t>(std::clamp(left + up - above[column - 1], low, high));
}

std::uint16_t fold(std::uint16_t difference) {
    return static_cast<std::uint16_t>(difference << 1 ^ (difference & 0x8000 ? 0xffff : 0));
}

std::uint16_t unfold(std::uint16_t folded) {
    return static_cast<std::uint16_t>(folded >> 1 ^ (folded & 1 ? 0xffff : 0));
}

/// Calls `each` with the row, the row above it or null, the column and the index, for every value in order.
void for_each_place(auto* values, ImageSize size, auto each) {
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    for (std::size_t row = 0; row < height; ++row) {
        auto* const here = values + row * width;
        const std::uint16_t* const above = row == 0 ? nullptr : here - width;
        for (std::size_t column = 0; column < width; ++column)
            each(here, above, column, row * width + column);
    }
}

} // namespace

base::Bytes compress_depth(std::span<const std::uint16_t> values, ImageSize size) {
    base::Bytes planes(2 * values.size());
    for_each_place(values.data(), size,
                   [&](const std::uint16_t* row, const std::uint16_t* above, std::size_t column, std::size_t index) {
                       const int difference = row[column] - predicted(row, above, column);
                       const auto folded = fold(static_cast<std::uint16_t>(difference));
                       planes[index] = static_cast<std::uint8_t>(folded >> 8);
                       planes[values.size() + index] = static_cast<std::uint8_t>(folded);
                   });
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, window_bits, memory_level, Z_RLE) != Z_OK) return {};
    base::Bytes packed(deflateBound(&stream, static_cast<uLong>(planes.size())));
    stream.next_in = planes.data();
    stream.avail_in = static_cast<uInt>(planes.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<uInt>(packed.size());
    const bool complete = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    packed.resize(complete ? stream.total_out : 0);
    deflateEnd(&stream);
    return packed;
}

bool decompress_depth(base::ByteView bytes, ImageSize size, std::span<std::uint16_t> values) {
    base::Bytes planes(2 * values.size());
    auto filled = static_cast<uLongf>(planes.size());
    auto used = static_cast<uLong>(bytes.size());
    if (uncompress2(planes.data(), &filled, bytes.data(), &used) != Z_OK) return false;
    if (filled != planes.size() || used != bytes.size()) return false;
    for_each_place(values.data(), size,
                   [&](std::uint16_t* row, const std::uint16_t* above, std::size_t column, std::size_t index) {
                       const auto folded =
                           static_cast<std::uint16_t>(planes[index] << 8 | planes[values.size() + index]);
                       row[column] = static_cast<std::uint16_t>(predicted(row, above, column) + unfold(folded));
                   });
    return true;
}

} // namespace plenum::media::depth
