// SPDX-License-Identifier: Apache-2.0
#include "media/depth/depth_frame.h"
#include "media/depth/depth_planes.h"
#include "media/depth/stereo_pair.h"
#include "media/jpeg/baseline_jpeg.h"
#include "tests/unit/media/depth/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <opencv2/imgcodecs.hpp>

#include <cmath>

namespace plenum::media::depth {
namespace {

using testing::HasSubstr;

bool is_jpeg(base::ByteView bytes, ImageSize size) {
    return is_baseline_jpeg(bytes, {size.width, size.height}, JpegForm::any_sampling);
}

ColourDepth measured_room() {
    const test::Scene scene{{test::pose({}, {-3, -2, 3}), 6, 4, test::random_texture(1, {1200, 800})},
                            {test::pose({}, {-0.2, -0.3, 1.2}), 0.5, 0.5, test::random_texture(3, {600, 600})}};
    const auto left = test::camera("left", {0.3, 0.1, 0.2}, {1, 2, 3});
    const auto right = test::camera("right", {0.4, 0.105, 0.2}, {1, 1, 3});
    auto pair = StereoPair::create(left, right, {.source = 7});
    EXPECT_TRUE(pair) << pair.error().text;
    auto frame = test::render(scene, left).frame;
    frame.captured_at = base::ConferenceTime{base::from_us(123'456'789)};
    ColourDepth picture;
    EXPECT_TRUE(pair->measure(frame, test::render(scene, right).frame, picture));
    return picture;
}

ColourDepth flat(ImageSize size) {
    ColourDepth picture;
    picture.camera = {size,
                      static_cast<double>(size.width),
                      static_cast<double>(size.width),
                      size.width / 2.0,
                      size.height / 2.0,
                      0.001,
                      {}};
    const auto pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
    picture.bgr.assign(3 * pixels, 90);
    picture.inverse_depth.assign(pixels, 500);
    return picture;
}

Result<ColourDepth> decoded(base::ByteView message) {
    const auto packed = unpack_depth_frame(message);
    if (!packed) return std::unexpected{packed.error()};
    return decode_depth_frame(*packed);
}

TEST(DepthFrame, ComesBackWithItsDepthUnchanged) {
    const auto sent = measured_room();
    const auto message = pack_depth_frame(sent);
    ASSERT_TRUE(message) << message.error().text;
    EXPECT_LT(message->size(), 400'000U);
    const auto got = decoded(*message);
    ASSERT_TRUE(got) << got.error().text;
    EXPECT_EQ(got->source, 7);
    EXPECT_EQ(got->captured_at, sent.captured_at);
    EXPECT_EQ(got->inverse_depth, sent.inverse_depth);
    ASSERT_EQ(got->bgr.size(), sent.bgr.size());
    double difference = 0;
    for (std::size_t i = 0; i < sent.bgr.size(); ++i)
        difference += std::abs(sent.bgr[i] - got->bgr[i]);
    EXPECT_LT(difference / static_cast<double>(sent.bgr.size()), 12);
    PointCloud here;
    PointCloud there;
    append_points(sent, {}, here);
    append_points(*got, {}, there);
    ASSERT_EQ(here.size(), there.size());
    ASSERT_GT(here.size(), 100'000U);
    for (std::size_t i = 0; i < here.size(); ++i) {
        ASSERT_NEAR(here[i].x, there[i].x, 1e-4);
        ASSERT_NEAR(here[i].y, there[i].y, 1e-4);
        ASSERT_NEAR(here[i].z, there[i].z, 1e-4);
    }
}

TEST(DepthFrame, RefusesPicturesOfAnotherSizeBeforeDecodingThem) {
    const auto small = pack_depth_frame(flat({64, 48}));
    const auto large = pack_depth_frame(flat({640, 480}));
    ASSERT_TRUE(small && large);
    const auto of_small = unpack_depth_frame(*small);
    const auto of_large = unpack_depth_frame(*large);
    ASSERT_TRUE(of_small && of_large);
    const auto join = [&](const PackedDepthFrame& colour, const PackedDepthFrame& depth) {
        base::Bytes message(small->begin(), small->begin() + depth_frame_header_bytes);
        for (unsigned i = 0; i < 4; ++i)
            message[depth_frame_header_bytes - 4 + i] =
                static_cast<std::uint8_t>(colour.colour_jpeg.size() >> (24 - 8 * i));
        base::append(message, colour.colour_jpeg);
        base::append(message, depth.depth);
        return message;
    };
    EXPECT_TRUE(decoded(join(*of_small, *of_small)));
    EXPECT_THAT(unpack_depth_frame(join(*of_large, *of_small)).error().text, HasSubstr("colours"));
    EXPECT_THAT(decoded(join(*of_small, *of_large)).error().text, HasSubstr("depth of a"));
}

TEST(DepthFrame, RefusesEveryTruncation) {
    const auto message = pack_depth_frame(flat({64, 48}));
    ASSERT_TRUE(message);
    for (std::size_t size = 0; size < message->size(); ++size)
        ASSERT_FALSE(decoded(base::ByteView{*message}.first(size))) << size;
    auto longer = *message;
    longer.push_back(0);
    EXPECT_FALSE(decoded(longer));
}

TEST(DepthFrame, RefusesHeadersThatMakeNoSense) {
    const auto good = pack_depth_frame(flat({64, 48}));
    ASSERT_TRUE(good && unpack_depth_frame(*good));
    const auto with = [&](std::size_t at, std::initializer_list<std::uint8_t> bytes) {
        auto message = *good;
        std::ranges::copy(bytes, message.begin() + static_cast<std::ptrdiff_t>(at));
        return unpack_depth_frame(message).has_value();
    };
    EXPECT_FALSE(with(0, {2}));                      // version
    EXPECT_FALSE(with(2, {0x7f, 0xff, 0xff, 0xff})); // time
    EXPECT_FALSE(with(10, {0, 0}));                  // width
    EXPECT_FALSE(with(10, {0xff, 0xfe}));
    EXPECT_FALSE(with(14, {0x7f, 0xc0, 0, 0})); // fx: not a number
    EXPECT_FALSE(with(14, {0, 0, 0, 0}));
    EXPECT_FALSE(with(30, {0x7f, 0x80, 0, 0})); // step: infinite
    EXPECT_FALSE(with(30, {0x80, 0, 0, 0}));
    EXPECT_FALSE(with(34, {0x40, 0, 0, 0})); // rotation: no rotation
    EXPECT_FALSE(with(34, {0xbf, 0x80, 0, 0}));
    EXPECT_FALSE(with(70, {0x7f, 0x80, 0, 0})); // translation
    EXPECT_FALSE(with(82, {0xff, 0xff, 0xff, 0xff}));
    EXPECT_FALSE(with(82, {0, 0, 0, 0}));
}

TEST(DepthFrame, RefusesFormsOfJpegThatCostMore) {
    const cv::Mat colour(48, 64, CV_8UC3, cv::Scalar{10, 100, 200});
    const auto encoded = [](const cv::Mat& picture, const std::vector<int>& settings) {
        std::vector<std::uint8_t> bytes;
        EXPECT_TRUE(cv::imencode(".jpg", picture, bytes, settings));
        return bytes;
    };
    const ImageSize size{64, 48};
    const auto jpeg = encoded(colour, {});
    EXPECT_TRUE(is_jpeg(jpeg, size));
    EXPECT_FALSE(is_jpeg(jpeg, {64, 64}));
    EXPECT_FALSE(is_jpeg(encoded(colour, {cv::IMWRITE_JPEG_PROGRESSIVE, 1}), size));
    EXPECT_FALSE(is_jpeg(encoded(cv::Mat(48, 64, CV_8UC1, cv::Scalar{1}), {}), size));
    // A second scan behind the first.
    auto scans = jpeg;
    const std::array<std::uint8_t, 4> scan{0xff, 0xda, 0, 2};
    scans.insert(scans.end() - 2, scan.begin(), scan.end());
    EXPECT_FALSE(is_jpeg(scans, size));
}

TEST(DepthFrame, KeepsEveryValueOfDepth) {
    const ImageSize size{48, 32};
    std::vector<std::uint16_t> values(48 * 32);
    std::uint32_t state = 7;
    for (std::size_t i = 0; i < values.size(); ++i) {
        state = state * 1'664'525 + 1'013'904'223;
        values[i] = i % 5 == 0   ? std::uint16_t{0xffff}
                    : i % 7 == 0 ? std::uint16_t{0}
                                 : static_cast<std::uint16_t>(state >> 16);
    }
    const auto packed = compress_depth(values, size);
    std::vector<std::uint16_t> back(values.size());
    ASSERT_TRUE(decompress_depth(packed, size, back));
    EXPECT_EQ(back, values);
    // More or fewer than so many values do not pass.
    std::vector<std::uint16_t> fewer(values.size() - 48);
    EXPECT_FALSE(decompress_depth(packed, {48, 31}, fewer));
    std::vector<std::uint16_t> more(values.size() + 48);
    EXPECT_FALSE(decompress_depth(packed, {48, 33}, more));
}

TEST(DepthFrame, RefusesDamagedDataInPictures) {
    const auto sent = measured_room();
    const auto message = pack_depth_frame(sent);
    ASSERT_TRUE(message);
    const auto packed = unpack_depth_frame(*message);
    ASSERT_TRUE(packed);
    const auto end_of_colour = depth_frame_header_bytes + packed->colour_jpeg.size();
    for (const auto at : {end_of_colour - 1000, message->size() - 1000}) {
        auto damaged = *message;
        std::fill_n(damaged.begin() + static_cast<std::ptrdiff_t>(at), 200, std::uint8_t{0x55});
        const auto got = decoded(damaged);
        ASSERT_FALSE(got) << at;
        EXPECT_EQ(got.error().kind, MediaError::Kind::bad_data);
    }
}

TEST(DepthFrame, RefusesToPackWhatNobodyTakes) {
    EXPECT_THAT(pack_depth_frame(flat({2048, 1080})).error().text, HasSubstr("1920x1080"));
    auto torn = flat({64, 48});
    torn.bgr.pop_back();
    EXPECT_FALSE(pack_depth_frame(torn));
    auto blind = flat({64, 48});
    blind.camera.inverse_depth_step = 0;
    EXPECT_FALSE(pack_depth_frame(blind));
    EXPECT_FALSE(pack_depth_frame(flat({64, 48}), {.colour = 0}));
    // Noise does not compress.
    auto noise = flat({1920, 1080});
    std::uint32_t state = 1;
    for (auto& value : noise.inverse_depth) {
        state = state * 1'664'525 + 1'013'904'223;
        value = static_cast<std::uint16_t>(state >> 16);
    }
    EXPECT_THAT(pack_depth_frame(noise).error().text, HasSubstr("too large"));
}

} // namespace
} // namespace plenum::media::depth
