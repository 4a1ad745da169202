// SPDX-License-Identifier: Apache-2.0
#include "media/video/encoded_frame.h"

#include "core/base/random.h"

#include <gtest/gtest.h>

namespace plenum::media {
namespace {

EncodedFrame some_frame() {
    EncodedFrame frame;
    frame.bytes = {1, 2, 3};
    frame.key_frame = true;
    frame.temporal_layer = 2;
    frame.discardable = true;
    frame.index = 0xfffe;
    frame.depends_on = 0x1234;
    frame.captured_at = base::ConferenceTime{base::from_us(-1'234'567'890'123)};
    frame.width = 1280;
    frame.height = 719;
    return frame;
}

TEST(EncodedFrame, ComesBackAsItWent) {
    const auto message = pack_frame(some_frame());
    EXPECT_EQ(message.size(), frame_header_bytes + 3);
    const auto frame = unpack_frame(message);
    ASSERT_TRUE(frame);
    EXPECT_EQ(*frame, some_frame());
}

TEST(EncodedFrame, LayoutIsFixed) {
    const base::Bytes expected{0x2b, 0xff, 0xfe, 0xff, 0xff, 0xfe, 0xe0, 0x8e, 0x04, 0xfb,
                               0x35, 0x05, 0x00, 0x02, 0xcf, 0x12, 0x34, 1,    2,    3};
    EXPECT_EQ(base::to_hex(pack_frame(some_frame())), base::to_hex(expected));
}

TEST(EncodedFrame, OfAScreenSaysWhatItShows) {
    auto screen = some_frame();
    screen.scene = 0x7fff'0102;
    const auto message = pack_frame(screen);
    EXPECT_EQ(message[0] >> 4, 3);
    EXPECT_EQ(unpack_frame(message).value(), screen);
    for (std::size_t size = 0; size <= frame_header_bytes + 4; ++size)
        EXPECT_FALSE(unpack_frame({message.data(), size})) << size;
}

TEST(EncodedFrame, RefusesWhatIsNone) {
    const auto good = pack_frame(some_frame());
    for (std::size_t size = 0; size <= frame_header_bytes; ++size) {
        EXPECT_FALSE(unpack_frame({good.data(), size})) << size;
    }
    const auto with = [&](std::size_t at, std::uint8_t value) {
        auto message = good;
        message[at] = value;
        return unpack_frame(message).has_value();
    };
    EXPECT_TRUE(with(18, 9));
    EXPECT_FALSE(with(0, 0x1b)); // version
    auto flat = good;
    flat[11] = flat[12] = 0; // width
    EXPECT_FALSE(unpack_frame(flat));
    auto timeless = good;
    timeless[3] = 0x7f;
    EXPECT_FALSE(unpack_frame(timeless));
}

TEST(EncodedFrame, the_notice_that_a_camera_is_off_is_no_frame) {
    EXPECT_EQ(pack_camera_off(), (base::Bytes{0x40}));
    EXPECT_TRUE(is_camera_off(pack_camera_off()));
    EXPECT_FALSE(unpack_frame(pack_camera_off()));
    EXPECT_FALSE(is_camera_off(pack_frame(some_frame())));
    EXPECT_FALSE(is_camera_off(base::Bytes{0x40, 0}));
    EXPECT_FALSE(is_camera_off(base::Bytes{0x20}));
    EXPECT_FALSE(is_camera_off({}));
}

TEST(EncodedFrame, AnyBytesAreSafe) {
    base::Random random{5};
    for (int i = 0; i < 20'000; ++i) {
        base::Bytes bytes(random.below(40));
        for (auto& byte : bytes)
            byte = static_cast<std::uint8_t>(random.below(256));
        if (!bytes.empty() && i % 3 > 0) bytes[0] = static_cast<std::uint8_t>((i % 3 + 1) << 4 | (bytes[0] & 0xf));
        if (const auto frame = unpack_frame(bytes)) {
            EXPECT_EQ(unpack_frame(pack_frame(*frame)), *frame);
        }
    }
}

} // namespace
} // namespace plenum::media
