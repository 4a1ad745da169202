// SPDX-License-Identifier: Apache-2.0
#include "media/screen/picture_blocks.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <string_view>

namespace plenum::media {
namespace {

constexpr int block_width = 64;
constexpr int block_height = 16;

/// One row of a block.
struct Row {
    std::size_t at{0};
    std::size_t size{0};
};

/// Calls `use` with the rows of each block.
void for_each_block(const VideoFrame& picture, auto use) {
    std::vector<Row> rows;
    for (int top = 0; top < picture.height; top += block_height) {
        const int bottom = std::min(top + block_height, picture.height);
        for (int left = 0; left < picture.width; left += block_width) {
            rows.clear();
            const auto size = static_cast<std::size_t>(std::min(block_width, picture.width - left));
            for (int y = top; y < bottom; ++y)
                rows.push_back({static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                                    static_cast<std::size_t>(left),
                                size});
            use(rows);
        }
    }
}

} // namespace

double changed_share(const VideoFrame& before, const VideoFrame& after) {
    if (before.empty() || after.empty() || before.width != after.width || before.height != after.height) return 1;
    int blocks = 0;
    int changed = 0;
    for_each_block(after, [&](const std::vector<Row>& rows) {
        ++blocks;
        const bool differs = std::ranges::any_of(rows, [&](const Row& row) {
            return std::memcmp(before.pixels->data() + row.at, after.pixels->data() + row.at, row.size) != 0;
        });
        changed += differs ? 1 : 0;
    });
    return blocks == 0 ? 1.0 : static_cast<double>(changed) / blocks;
}

std::vector<std::size_t> block_hashes(const VideoFrame& picture) {
    std::vector<std::size_t> hashes;
    if (picture.empty()) return hashes;
    for_each_block(picture, [&](const std::vector<Row>& rows) {
        std::size_t hash = 0;
        for (const auto& row : rows) {
            const std::string_view bytes{reinterpret_cast<const char*>(picture.pixels->data()) + row.at, row.size};
            hash = hash * 1'000'003 + std::hash<std::string_view>{}(bytes);
        }
        hashes.push_back(hash);
    });
    return hashes;
}

} // namespace plenum::media
