// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"
#include "media/video/frame_code.h"
#include "media/video/vp8_decoder_gst.h"
#include "media/video/vp8_encoder_gst.h"
#include "tests/unit/media/support/signals.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

constexpr int width = 320;
constexpr int height = 240;

Vp8Encoder make_encoder(const Vp8Encoder::Options& options = {.bitrate_bps = 500'000}) {
    auto encoder = Vp8Encoder::create(options);
    EXPECT_TRUE(encoder) << encoder.error().text;
    return std::move(*encoder);
}

Vp8Decoder make_decoder() {
    auto decoder = Vp8Decoder::create();
    EXPECT_TRUE(decoder) << decoder.error().text;
    return std::move(*decoder);
}

/// nullopt where the encoder left it out.
std::optional<EncodedFrame> encode(Vp8Encoder& encoder, int number, int w = width, int h = height) {
    auto frame = encoder.encode(test::moving_picture(number, w, h));
    EXPECT_TRUE(frame);
    return *frame;
}

TEST(Vp8, PicturesSurvive) {
    auto encoder = make_encoder();
    auto decoder = make_decoder();
    int shown = 0;
    for (int i = 0; i < 30; ++i) {
        const auto picture = test::moving_picture(i, width, height);
        const auto frame = encoder.encode(picture);
        ASSERT_TRUE(frame);
        if (!*frame) continue;
        EXPECT_EQ((*frame)->key_frame, i == 0);
        EXPECT_EQ((*frame)->captured_at, picture.captured_at);
        const auto decoded = decoder.decode(**frame);
        ASSERT_TRUE(decoded);
        ASSERT_TRUE(*decoded);
        EXPECT_EQ((*decoded)->captured_at, picture.captured_at);
        EXPECT_GT(test::luma_psnr(picture, **decoded), 30) << i;
        ++shown;
    }
    EXPECT_GE(shown, 28);
}

TEST(Vp8, layers_are_marked_and_decode_without_those_above) {
    for (const int layers : {1, 4}) {
        for (int top = 0; top < layers; ++top) {
            SCOPED_TRACE(testing::Message() << layers << ' ' << top);
            auto encoder = make_encoder({.bitrate_bps = 500'000, .temporal_layers = layers});
            auto decoder = make_decoder();
            std::array<int, 4> of_layer{};
            std::uint16_t index = 0;
            std::uint16_t key_index = 0;
            for (int i = 0; i < 80; ++i) {
                const auto frame = encode(encoder, i);
                if (!frame) continue;
                ++of_layer.at(frame->temporal_layer);
                EXPECT_EQ(frame->discardable, frame->temporal_layer >= 2);
                const bool anchor = layers == 4 && frame->temporal_layer == 0;
                const auto last_index = index;
                if (!frame->discardable) ++index;
                if (frame->key_frame) key_index = index;
                EXPECT_EQ(frame->index, index);
                EXPECT_EQ(frame->depends_on, anchor || frame->key_frame ? key_index : last_index);
                if (frame->temporal_layer > top) continue;
                const auto decoded = decoder.decode(*frame);
                ASSERT_TRUE(decoded && *decoded);
                EXPECT_GT(test::luma_psnr(test::moving_picture(i, width, height), **decoded), 28) << i;
            }
            EXPECT_EQ(of_layer, layers == 1 ? (std::array{80, 0, 0, 0}) : (std::array{5, 15, 20, 40}));
        }
    }
}

TEST(Vp8, key_frame_comes_on_request) {
    for (const int layers : {1, 4}) {
        auto encoder = make_encoder({.bitrate_bps = 500'000, .temporal_layers = layers});
        for (int i = 0; i < 60; ++i) {
            if (i == 37) encoder.request_key_frame();
            const auto frame = encode(encoder, i);
            const bool in_place_of_an_anchor = layers == 4 && i % 16 == 0;
            if (frame && !in_place_of_an_anchor) {
                EXPECT_EQ(frame->key_frame, i == 0 || i == 37) << i;
            }
        }
    }
}

TEST(Vp8, large_anchors_are_replaced_by_key_frames_every_five_seconds_at_most) {
    auto encoder = make_encoder();
    std::vector<int> key_frames;
    for (int i = 0; i < 600; ++i) {
        auto picture = test::moving_picture(7 * i, width, height);
        picture.captured_at = base::ConferenceTime{base::from_us(33'333LL * i)};
        const auto frame = encoder.encode(picture).value();
        if (frame && frame->key_frame) key_frames.push_back(i);
    }
    ASSERT_GE(key_frames.size(), 3U);
    ASSERT_LE(key_frames.size(), 5U);
    EXPECT_LE(key_frames[1], 64) << "the first is poor, and may be replaced soon";
    for (std::size_t k = 2; k < key_frames.size(); ++k)
        EXPECT_GE(key_frames[k] - key_frames[k - 1], 150);
}

TEST(Vp8, SizeMayChangeInTheMiddle) {
    auto encoder = make_encoder();
    auto decoder = make_decoder();
    for (int i = 0; i < 30; ++i) {
        const auto w = i < 10 ? 320 : i < 20 ? 161 : 640;
        const auto h = i < 10 ? 240 : i < 20 ? 97 : 360;
        const auto frame = encode(encoder, i, w, h);
        if (!frame) continue;
        EXPECT_EQ(frame->key_frame, i % 10 == 0) << i;
        const auto decoded = decoder.decode(*frame);
        ASSERT_TRUE(decoded && *decoded) << i;
        EXPECT_EQ((*decoded)->width, w);
        EXPECT_EQ((*decoded)->height, h);
        EXPECT_GT(test::luma_psnr(test::moving_picture(i, w, h), **decoded), 26) << i;
    }
}

std::size_t bytes_of(Vp8Encoder& encoder, int from, int to, base::Random& random) {
    std::size_t bytes = 0;
    for (int i = from; i < to; ++i) {
        // Much detail, so that the rate is bounded by what was asked and not by the picture.
        auto picture = test::moving_picture(i * 9, width, height);
        auto pixels = *picture.pixels;
        for (std::size_t p = 0; p < pixels.size(); p += 3)
            pixels[p] = static_cast<std::uint8_t>(random.below(200));
        picture.pixels = std::make_shared<base::Bytes>(std::move(pixels));
        const auto frame = encoder.encode(picture);
        if (frame && *frame) bytes += (*frame)->bytes.size();
    }
    return bytes;
}

TEST(Vp8, BitrateFollowsWhileItRuns) {
    base::Random random{2};
    auto encoder = make_encoder({.bitrate_bps = 2'000'000});
    (void)bytes_of(encoder, 0, 30, random);
    const auto high = bytes_of(encoder, 30, 90, random);
    encoder.set_bitrate(400'000);
    (void)bytes_of(encoder, 90, 120, random);
    const auto low = bytes_of(encoder, 120, 180, random);
    EXPECT_NEAR(static_cast<double>(high), 500'000, 200'000); // two seconds
    EXPECT_LT(low * 3, high);
    EXPECT_GT(low, 20'000U);
}

TEST(Vp8, CodedNumbersOutliveALowRate) {
    auto encoder = make_encoder({.bitrate_bps = 150'000});
    auto decoder = make_decoder();
    int read = 0;
    int shown = 0;
    for (std::uint32_t number = 1; number <= 60; ++number) {
        const auto frame = encoder.encode(draw_frame_code(number, 640, 360));
        ASSERT_TRUE(frame);
        if (!*frame) continue;
        const auto decoded = decoder.decode(**frame);
        ASSERT_TRUE(decoded && *decoded);
        ++shown;
        read += read_frame_code(**decoded) == number ? 1 : 0;
    }
    EXPECT_GE(shown, 30);
    EXPECT_EQ(read, shown);
}

TEST(Vp8, DecoderRefusesForeignBytesAndGoesOn) {
    auto encoder = make_encoder();
    auto decoder = make_decoder();
    const auto key = *encode(encoder, 0);
    EXPECT_FALSE(decoder.decode({}));
    auto delta = *encode(encoder, 1);
    EXPECT_FALSE(decoder.decode(delta)); // before any key frame
    EXPECT_TRUE(decoder.decode(key));
    base::Random random{3};
    for (int i = 0; i < 300; ++i) {
        auto damaged = i % 2 == 0 ? key : delta;
        for (int n = 0; n < 4; ++n)
            damaged.bytes[random.below(damaged.bytes.size())] = static_cast<std::uint8_t>(random.below(256));
        if (i % 5 == 0) damaged.bytes.resize(random.below(damaged.bytes.size()));
        (void)decoder.decode(damaged);
    }
    auto huge = key;
    huge.bytes[6] = huge.bytes[7] = huge.bytes[8] = huge.bytes[9] = 0x3f; // 16191 × 16191
    EXPECT_FALSE(decoder.decode(huge));
    EXPECT_TRUE(decoder.decode(key));
}

TEST(Vp8, EncoderRefusesWhatIsNoPicture) {
    auto encoder = make_encoder();
    EXPECT_FALSE(encoder.encode({}));
    EXPECT_FALSE(encoder.encode({320, 240, std::make_shared<base::Bytes>(10), {}}));
    EXPECT_FALSE(Vp8Encoder::create({.temporal_layers = 2}));
    EXPECT_EQ(Vp8Encoder::create({.bitrate_bps = 1}).error().kind, MediaError::Kind::bad_setting);
}

} // namespace
} // namespace plenum::media
