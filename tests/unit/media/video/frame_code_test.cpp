// SPDX-License-Identifier: Apache-2.0
#include "media/video/frame_code.h"

#include "core/base/random.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

TEST(FrameCode, ReadsWhatItDrewAtAnySize) {
    for (const auto& [width, height] : {std::pair{1280, 720}, {640, 480}, {321, 243}, {64, 64}}) {
        for (const std::uint32_t number : {0U, 1U, 12345U, 0x80000001U, 0xffffffffU}) {
            EXPECT_EQ(read_frame_code(draw_frame_code(number, width, height)), number) << width << " " << number;
        }
    }
}

TEST(FrameCode, OtherPicturesCarryNone) {
    EXPECT_FALSE(read_frame_code({}));
    EXPECT_FALSE(read_frame_code(test::moving_picture(3, 320, 240)));
    for (const int value : {0, 16, 128, 235, 255}) {
        VideoFrame flat{
            320, 240, std::make_shared<base::Bytes>(320 * 240 * 3 / 2, static_cast<std::uint8_t>(value)), {}};
        EXPECT_FALSE(read_frame_code(flat)) << value;
    }
}

TEST(FrameCode, OneWrongCellIsNoticed) {
    const auto good = draw_frame_code(777, 320, 240);
    for (int cell = 0; cell < 40; ++cell) {
        auto pixels = *good.pixels;
        for (int y = cell / 8 * 30; y < cell / 8 * 30 + 30; ++y) {
            for (int x = cell % 8 * 40; x < cell % 8 * 40 + 40; ++x) {
                auto& pixel = pixels[static_cast<std::size_t>(y) * 320 + static_cast<std::size_t>(x)];
                pixel = static_cast<std::uint8_t>(251 - pixel);
            }
        }
        EXPECT_FALSE(read_frame_code({320, 240, std::make_shared<base::Bytes>(std::move(pixels)), {}})) << cell;
    }
}

TEST(FrameCode, OutlivesNoise) {
    base::Random random{4};
    auto pixels = *draw_frame_code(4711, 640, 360).pixels;
    for (auto& pixel : pixels) {
        pixel = static_cast<std::uint8_t>(std::clamp<std::int64_t>(pixel + random.between(-60, 60), 0, 255));
    }
    EXPECT_EQ(read_frame_code({640, 360, std::make_shared<base::Bytes>(std::move(pixels)), {}}), 4711U);
}

} // namespace
} // namespace plenum::media
