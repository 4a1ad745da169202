// SPDX-License-Identifier: Apache-2.0
#include "media/camera/h264_parameters.h"
#include "media/camera/picture_decoder.h"
#include "media/camera/picture_encoder.h"
#include "media/video/frame_code.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

constexpr PictureCodec codecs[] = {PictureCodec::raw, PictureCodec::jpeg, PictureCodec::vp8, PictureCodec::h264};

/// In colour: one that is more blue above and more red below.
VideoFrame numbered_frame(std::uint32_t number, int width = 320, int height = 240) {
    auto frame = draw_frame_code(number, width, height);
    auto pixels = *frame.pixels;
    const auto luma = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const auto chroma = (pixels.size() - luma) / 2;
    for (std::size_t i = 0; i < chroma; ++i) {
        pixels[luma + i] = static_cast<std::uint8_t>(180 - 100 * i / chroma);
        pixels[luma + chroma + i] = static_cast<std::uint8_t>(90 + 80 * i / chroma);
    }
    frame.pixels = std::make_shared<const base::Bytes>(std::move(pixels));
    frame.captured_at = base::ConferenceTime{base::from_us(1234 * static_cast<std::int64_t>(number))};
    return frame;
}

/// The pictures of one encoder.
std::vector<CameraPicture> series(PictureCodec codec, int count, int width = 320, int height = 240) {
    PictureEncoder::Options options;
    options.codec = codec;
    auto encoder = PictureEncoder::create(options);
    EXPECT_TRUE(encoder);
    std::vector<CameraPicture> pictures;
    for (int i = 0; encoder && i < count; ++i) {
        auto picture = (*encoder)->encode(numbered_frame(static_cast<std::uint32_t>(i), width, height));
        EXPECT_TRUE(picture);
        if (picture) pictures.push_back(*std::move(picture));
    }
    return pictures;
}

double mean_difference(const VideoFrame& first, const VideoFrame& second) {
    double sum = 0;
    for (std::size_t i = 0; i < first.pixels->size(); ++i)
        sum += std::abs(static_cast<int>((*first.pixels)[i]) - static_cast<int>((*second.pixels)[i]));
    return sum / static_cast<double>(first.pixels->size());
}

TEST(PictureDecoder, GivesEachPictureBackAloneAndInAnyOrder) {
    for (const auto codec : codecs) {
        const auto pictures = series(codec, 4);
        ASSERT_EQ(pictures.size(), 4U);
        PictureDecoder decoder;
        for (const std::uint32_t number : {3U, 0U, 2U, 2U, 1U}) {
            const auto frame = decoder.decode(pictures[number]);
            ASSERT_TRUE(frame) << static_cast<int>(codec) << ": " << frame.error().text;
            EXPECT_EQ(read_frame_code(*frame), number) << static_cast<int>(codec);
            EXPECT_EQ(frame->captured_at, numbered_frame(number).captured_at);
            EXPECT_LT(mean_difference(*frame, numbered_frame(number)), 6) << static_cast<int>(codec);
        }
    }
}

TEST(PictureDecoder, TakesSizesThatAreNoMultipleOfBlocks) {
    for (const auto codec : codecs) {
        // openh264enc takes even sides alone.
        const int width = codec == PictureCodec::h264 ? 330 : 333;
        const int height = codec == PictureCodec::h264 ? 246 : 247;
        const auto pictures = series(codec, 1, width, height);
        ASSERT_EQ(pictures.size(), 1U);
        const auto frame = PictureDecoder{}.decode(pictures[0]);
        ASSERT_TRUE(frame) << static_cast<int>(codec) << ": " << frame.error().text;
        EXPECT_EQ(frame->width, width);
        EXPECT_EQ(frame->height, height);
        EXPECT_LT(mean_difference(*frame, numbered_frame(0, width, height)), 6) << static_cast<int>(codec);
    }
}

TEST(PictureDecoder, RefusesAnotherSizeThanTheHeaderSays) {
    for (const auto codec : codecs) {
        auto picture = series(codec, 1)[0];
        PictureDecoder decoder;
        picture.width = 336;
        EXPECT_EQ(decoder.decode(picture).error().kind, MediaError::Kind::bad_data) << static_cast<int>(codec);
        picture.width = picture.height = 4096;
        EXPECT_EQ(decoder.decode(picture).error().kind, MediaError::Kind::bad_data) << static_cast<int>(codec);
        picture.width = 320;
        picture.height = 240;
        EXPECT_TRUE(decoder.decode(picture)) << "goes on";
    }
}

TEST(PictureDecoder, GoesOnAfterDamage) {
    for (const auto codec : codecs) {
        const auto picture = series(codec, 1)[0];
        PictureDecoder decoder;
        for (std::size_t length = 0; length < picture.data.size(); length += 1 + picture.data.size() / 40) {
            auto cut = picture;
            cut.data.resize(length);
            const auto frame = decoder.decode(cut);
            if (frame) {
                EXPECT_EQ(frame->pixels->size(), 320U * 240 * 3 / 2);
            }
        }
        for (std::size_t at = 0; at < picture.data.size(); at += 1 + picture.data.size() / 200) {
            auto altered = picture;
            altered.data[at] ^= 0x5a;
            const auto frame = decoder.decode(altered);
            if (frame) {
                EXPECT_EQ(frame->pixels->size(), 320U * 240 * 3 / 2);
            }
        }
        const auto frame = decoder.decode(picture);
        ASSERT_TRUE(frame) << static_cast<int>(codec);
        EXPECT_EQ(read_frame_code(*frame), 0U);
    }
}

TEST(H264Parameters, ReadsTheSizeAndRefusesWhatDoesNotStandAlone) {
    const auto picture = series(PictureCodec::h264, 1, 330, 246)[0];
    EXPECT_EQ(h264_picture_size(picture.data), (H264Size{330, 246}));
    EXPECT_FALSE(h264_picture_size({}));
    // Two pictures of different sizes.
    auto both = picture.data;
    base::append(both, series(PictureCodec::h264, 1, 640, 480)[0].data);
    EXPECT_FALSE(h264_picture_size(both));
    // A slice that refers to other pictures.
    auto dependent = picture.data;
    base::append(dependent, base::Bytes{0, 0, 1, 0x41, 0x9a});
    EXPECT_FALSE(h264_picture_size(dependent));
    // Parameter sets alone, and slices without them.
    base::ByteView view{picture.data};
    std::size_t slice = 0;
    for (std::size_t i = 0; i + 3 < view.size(); ++i)
        if (view[i] == 0 && view[i + 1] == 0 && view[i + 2] == 1 && (view[i + 3] & 31) == 5 && slice == 0) slice = i;
    ASSERT_GT(slice, 0U);
    EXPECT_FALSE(h264_picture_size(view.first(slice)));
    EXPECT_FALSE(h264_picture_size(view.subspan(slice)));
}

} // namespace
} // namespace plenum::media
