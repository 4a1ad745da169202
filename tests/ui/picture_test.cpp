// SPDX-License-Identifier: Apache-2.0
#include "ui/items/picture_convert.h"
#include "ui/port/frame_mailbox.h"
#include "ui/port/simulated_picture.h"

#include <QCoreApplication>

#include <gtest/gtest.h>

#include <thread>

namespace plenum::ui {
namespace {

struct Yuv {
    std::uint8_t y, u, v;
};

/// Left half one colour, right half another.
media::VideoFrame halves(int width, int height, Yuv left, Yuv right) {
    const auto chroma_width = (width + 1) / 2;
    const auto chroma_height = (height + 1) / 2;
    base::Bytes pixels;
    const auto plane = [&](int columns, int rows, std::uint8_t a, std::uint8_t b) {
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                pixels.push_back(column < columns / 2 ? a : b);
    };
    plane(width, height, left.y, right.y);
    plane(chroma_width, chroma_height, left.u, right.u);
    plane(chroma_width, chroma_height, left.v, right.v);
    return {.width = width, .height = height, .pixels = std::make_shared<base::Bytes>(std::move(pixels))};
}

// BT.601, limited range: pure red and pure blue.
constexpr Yuv red_yuv{81, 90, 240};
constexpr Yuv blue_yuv{41, 240, 110};

void expect_near(QRgb colour, int r, int g, int b) {
    EXPECT_NEAR(qRed(colour), r, 3);
    EXPECT_NEAR(qGreen(colour), g, 3);
    EXPECT_NEAR(qBlue(colour), b, 3);
}

TEST(Convert, ColoursAtEverySize) {
    const auto frame = halves(1280, 720, red_yuv, blue_yuv);
    for (const auto& target : {QSize{1280, 720}, {640, 360}, {400, 225}, {160, 90}}) {
        const auto image = convert_picture(frame, {.target = target});
        ASSERT_FALSE(image.isNull());
        EXPECT_GE(image.width(), target.width());
        EXPECT_LE(image.width(), 2 * target.width());
        expect_near(image.pixel(image.width() / 4, image.height() / 2), 255, 0, 0);
        expect_near(image.pixel(image.width() * 3 / 4, image.height() / 2), 0, 0, 255);
        const auto mirrored = convert_picture(frame, {.target = target, .mirrored = true});
        expect_near(mirrored.pixel(image.width() / 4, image.height() / 2), 0, 0, 255);
    }
}

TEST(Convert, CropsToTheShapeAndRoundsTheCorners) {
    const auto frame = halves(640, 360, red_yuv, red_yuv);
    const auto image = convert_picture(frame, {.target = {360, 360}, .radius = 20});
    EXPECT_EQ(image.size(), QSize(360, 360));
    EXPECT_EQ(qAlpha(image.pixel(0, 0)), 0);
    EXPECT_EQ(qAlpha(image.pixel(359, 359)), 0);
    EXPECT_EQ(qAlpha(image.pixel(20, 0)), 255);
    EXPECT_EQ(qAlpha(image.pixel(180, 180)), 255);
}

TEST(Convert, OfWhatIsLostInHeightTheTopLosesLess) {
    auto frame = halves(640, 400, red_yuv, red_yuv);
    auto pixels = *frame.pixels;
    std::fill_n(pixels.begin(), 640 * 20, std::uint8_t{235});
    frame.pixels = std::make_shared<base::Bytes>(std::move(pixels));
    // 40 rows go: 13 at the top, of the 20 that are bright.
    const auto image = convert_picture(frame, {.target = {640, 360}});
    const auto bright = [&](int row) { return qGreen(image.pixel(320, row)) > 100; };
    EXPECT_TRUE(bright(6));
    EXPECT_FALSE(bright(10));
}

TEST(Convert, OddAndTinySizesAreRead) {
    for (const auto& [width, height] : {std::pair{3, 3}, {641, 361}, {2, 2}, {17, 301}})
        for (const auto& target : {QSize{1, 1}, {5, 400}, {400, 5}, {641, 361}})
            EXPECT_FALSE(
                convert_picture(halves(width, height, red_yuv, blue_yuv), {.target = target, .radius = 9}).isNull());
}

TEST(Convert, WhatIsNoPictureGivesNone) {
    EXPECT_TRUE(convert_picture({}, {.target = {10, 10}}).isNull());
    EXPECT_TRUE(convert_picture(halves(64, 64, red_yuv, red_yuv), {.target = {0, 10}}).isNull());
    auto lying = halves(64, 64, red_yuv, red_yuv);
    lying.width = 6400;
    EXPECT_TRUE(convert_picture(lying, {.target = {10, 10}}).isNull());
}

TEST(Mailbox, KeepsTheNewestOfEachAndPostsOnce) {
    FrameMailbox mailbox;
    std::vector<std::pair<std::uint32_t, int>> taken;
    QObject::connect(&mailbox, &FrameMailbox::taken, &mailbox,
                     [&](base::MemberIndex index, const media::VideoFrame& frame) {
                         taken.emplace_back(index.value(), frame.width);
                     });
    std::jthread{[&] {
        for (int frame = 1; frame <= 50; ++frame)
            mailbox.put(base::MemberIndex{7}, {.width = frame, .height = 1, .pixels = nullptr});
        mailbox.put(base::MemberIndex{8}, {.width = 5, .height = 1, .pixels = nullptr});
    }}.join();
    EXPECT_TRUE(taken.empty());
    QCoreApplication::processEvents();
    EXPECT_EQ(taken, (std::vector<std::pair<std::uint32_t, int>>{{7, 50}, {8, 5}}));
    EXPECT_EQ(mailbox.replaced(), 49U);
}

TEST(Simulated, PicturesMoveAndComeAgain) {
    SimulatedPicture picture{1};
    const auto first = picture.at(0);
    EXPECT_NE(*first.pixels, *picture.at(15).pixels);
    EXPECT_EQ(first.pixels, picture.at(SimulatedPicture::frames_per_loop).pixels);
}

} // namespace
} // namespace plenum::ui
