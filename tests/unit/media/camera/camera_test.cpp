// SPDX-License-Identifier: Apache-2.0
#include "media/camera/picture_encoder.h"
#include "media/camera/shutter.h"
#include "media/video/frame_code.h"
#include "media/video/vp8_decoder_gst.h"
#include "tests/unit/media/support/signals.h"
#include "tests/unit/runtime/broken_folder.h"

#include <fstream>
#include <gtest/gtest.h>

namespace plenum::media {
namespace {

const std::filesystem::path stills{"/usr/share/doc/opencv-doc/examples/data"};

VideoFrame numbered(std::uint32_t number) {
    auto frame = draw_frame_code(number, 320, 240);
    frame.captured_at = base::ConferenceTime{base::from_us(1234)};
    return frame;
}

Result<CameraPicture> encoded(PictureCodec codec, const VideoFrame& frame) {
    PictureEncoder::Options options;
    options.codec = codec;
    const auto encoder = PictureEncoder::create(options);
    if (!encoder) return std::unexpected{encoder.error()};
    // As the second picture, too, it stands alone.
    if (auto first = (*encoder)->encode(numbered(1)); !first) return first;
    return (*encoder)->encode(frame);
}

TEST(CameraPicture, ComesBackAsItWasPackedAndNonsenseDoesNot) {
    const auto picture = encoded(PictureCodec::raw, numbered(7));
    ASSERT_TRUE(picture) << picture.error().text;
    const auto payload = pack(*picture);
    const auto back = unpack_camera_picture(payload);
    ASSERT_TRUE(back);
    EXPECT_EQ(*back, *picture);
    for (std::size_t length = 0; length <= camera_picture_header_bytes; ++length)
        EXPECT_FALSE(unpack_camera_picture(base::ByteView{payload}.first(length)));
    EXPECT_FALSE(unpack_camera_picture(base::ByteView{payload}.first(payload.size() - 1))) << "raw is whole";
    // Version, codec, sides, time.
    for (const std::size_t at : {0U, 1U, 2U, 4U, 6U}) {
        auto wrong = payload;
        wrong[at] = 0x7f;
        EXPECT_FALSE(unpack_camera_picture(wrong)) << at;
    }
    auto empty = payload;
    empty[2] = empty[3] = 0;
    EXPECT_FALSE(unpack_camera_picture(empty));
}

TEST(PictureEncoder, EachPictureStandsAlone) {
    const auto jpeg = encoded(PictureCodec::jpeg, numbered(2));
    ASSERT_TRUE(jpeg) << jpeg.error().text;
    EXPECT_EQ((base::Bytes{jpeg->data.begin(), jpeg->data.begin() + 2}), (base::Bytes{0xff, 0xd8}));
    EXPECT_EQ(jpeg->opened_at, numbered(2).captured_at);
    const auto h264 = encoded(PictureCodec::h264, numbered(2));
    ASSERT_TRUE(h264) << h264.error().text;
    EXPECT_EQ((base::Bytes{h264->data.begin(), h264->data.begin() + 4}), (base::Bytes{0, 0, 0, 1}));
    EXPECT_EQ(h264->data[4] & 0x1f, 7) << "with its parameter sets";
    const auto vp8 = encoded(PictureCodec::vp8, numbered(2));
    ASSERT_TRUE(vp8) << vp8.error().text;
    auto decoder = Vp8Decoder::create();
    ASSERT_TRUE(decoder);
    EncodedFrame frame;
    frame.bytes = vp8->data;
    frame.key_frame = true;
    frame.width = vp8->width;
    frame.height = vp8->height;
    const auto shown = decoder->decode(frame);
    ASSERT_TRUE(shown && *shown);
    EXPECT_EQ(read_frame_code(**shown), 2U);
}

TEST(PictureEncoder, RefusesWhatIsNoPicture) {
    PictureEncoder::Options options;
    options.quality = 101;
    EXPECT_EQ(PictureEncoder::create(options).error().kind, MediaError::Kind::bad_setting);
    EXPECT_EQ(encoded(PictureCodec::raw, {}).error().kind, MediaError::Kind::bad_data);
    auto torn = numbered(3);
    torn.height = 1000;
    EXPECT_EQ(encoded(PictureCodec::raw, torn).error().kind, MediaError::Kind::bad_data);
}

TEST(Shutter, GivesThePictureOfTheInstant) {
    const auto numbers = Shutter::open({});
    ASSERT_TRUE(numbers);
    for (const std::uint64_t number : {3U, 9U}) {
        const auto frame = (*numbers)->take(number);
        ASSERT_TRUE(frame);
        EXPECT_EQ(read_frame_code(*frame), number);
    }
}

TEST(Shutter, GivesStillPicturesInTurn) {
    Shutter::Options options;
    options.input = Shutter::Stills{stills, "left0"};
    const auto shutter = Shutter::open(options);
    ASSERT_TRUE(shutter) << shutter.error().text;
    const auto first = (*shutter)->take(0);
    const auto second = (*shutter)->take(1);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->width, 640);
    EXPECT_NE(*first->pixels, *second->pixels);
    std::uint64_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{stills})
        count += entry.path().filename().string().starts_with("left0") ? 1U : 0U;
    const auto again = (*shutter)->take(count);
    ASSERT_TRUE(again);
    EXPECT_EQ(*first->pixels, *again->pixels);
}

TEST(Shutter, CropsPicturesOfOddSizes) {
    const test::TemporaryFolder folder;
    const auto encoder = PictureEncoder::create({});
    ASSERT_TRUE(encoder) << encoder.error().text;
    const auto jpeg = (*encoder)->encode(draw_frame_code(77, 321, 241));
    ASSERT_TRUE(jpeg) << jpeg.error().text;
    std::ofstream{folder / "odd.jpg", std::ios::binary} << base::to_text(jpeg->data);
    Shutter::Options options;
    options.input = Shutter::Stills{folder / "", "odd"};
    const auto shutter = Shutter::open(options);
    ASSERT_TRUE(shutter) << shutter.error().text;
    const auto frame = (*shutter)->take(0);
    ASSERT_TRUE(frame) << frame.error().text;
    EXPECT_EQ(frame->width, 320);
    EXPECT_EQ(frame->height, 240);
    EXPECT_EQ(frame->pixels->size(), 320U * 240U / 2U * 3U);
    EXPECT_EQ(read_frame_code(*frame), 77U);
}

TEST(Shutter, SaysWhatIsWrongWithItsFiles) {
    const test::TemporaryFolder folder;
    Shutter::Options options;
    options.input = Shutter::Stills{folder / "none", "left"};
    EXPECT_EQ(Shutter::open(options).error().kind, MediaError::Kind::bad_file);
    std::ofstream{folder / "left1.png"} << "no picture";
    options.input = Shutter::Stills{folder / "", "left"};
    EXPECT_FALSE(Shutter::open(options));
    options.input = VideoFileSource{folder / "left1.png", true};
    EXPECT_FALSE(Shutter::open(options));
}

TEST(Shutter, SaysThatAFolderCannotBeRead) {
    const test::TemporaryFolder folder;
    for (const auto* name : {"left1.png", "left2.png"})
        std::ofstream{folder / name} << "no picture";
    const runtime::BrokenFolder broken;
    const auto files = Shutter::files_of({folder / "", "left"});
    ASSERT_FALSE(files);
    EXPECT_NE(files.error().text.find("cannot be read"), std::string::npos);
}

TEST(Shutter, WhateverRunsByItselfGivesAFreshPictureEachTime) {
    Shutter::Options options;
    options.input = PatternSource{};
    options.width = 160;
    options.height = 120;
    const auto shutter = Shutter::open(options);
    ASSERT_TRUE(shutter) << shutter.error().text;
    const auto first = (*shutter)->take(1);
    const auto second = (*shutter)->take(2);
    ASSERT_TRUE(first && second);
    EXPECT_LT(first->captured_at, second->captured_at);
}

} // namespace
} // namespace plenum::media
