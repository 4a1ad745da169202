// SPDX-License-Identifier: Apache-2.0
// Messages of a camera's flow, as another member may have made them: one encoding, and nothing refused that is in
// order.
#include "media/video/encoded_frame.h"

#include "core/base/check.h"
#include "core/base/random.h"
#include "tests/fuzz/bodies.h"

#include <algorithm>

namespace plenum::fuzz {
namespace {

std::int64_t signed_at(base::ByteView bytes, std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i)
        value = value << 8 | bytes[at + i];
    return static_cast<std::int64_t>(value);
}

/// The table in encoded_frame.h, byte by byte.
bool is_frame(base::ByteView message) {
    const bool has_scene = !message.empty() && message[0] / 16 == 3;
    const std::size_t header = media::frame_header_bytes + (has_scene ? 4 : 0);
    if (message.size() <= header || (message[0] / 16 != 2 && !has_scene)) return false;
    if (has_scene && (message[17] | message[18] | message[19] | message[20]) == 0) return false;
    const auto time = signed_at(message, 3);
    constexpr auto bound = (std::int64_t{1} << 61) / 1000;
    const bool sized = (message[11] | message[12]) != 0 && (message[13] | message[14]) != 0;
    return sized && time <= bound && time >= -bound;
}

} // namespace

void run_video_frames(base::ByteView input) {
    const auto frame = media::unpack_frame(input);
    CHECK(frame.has_value() == is_frame(input));
    if (!frame) {
        CHECK(frame.error().kind == media::MediaError::Kind::bad_data && !frame.error().text.empty());
        return;
    }
    CHECK(std::ranges::equal(media::pack_frame(*frame), input));
    CHECK(media::unpack_frame(media::pack_frame(*frame)) == *frame);
    CHECK(frame->temporal_layer <= 3 && frame->width <= 0xffff && frame->height <= 0xffff);
    CHECK(frame->key_frame == (input[0] % 2 == 1) && frame->index == input[1] * 256 + input[2]);
    CHECK(frame->depends_on == input[15] * 256 + input[16]);
}

std::vector<base::Bytes> video_frames_seeds() {
    base::Random random{5};
    std::vector<base::Bytes> seeds;
    for (int i = 0; i < 40; ++i) {
        media::EncodedFrame frame;
        frame.bytes.assign(1 + random.below(60), static_cast<std::uint8_t>(i));
        frame.key_frame = random.below(2) == 1;
        frame.discardable = random.below(2) == 1;
        frame.temporal_layer = static_cast<std::uint8_t>(random.below(4));
        frame.index = static_cast<std::uint16_t>(random.next());
        frame.depends_on = static_cast<std::uint16_t>(random.next());
        frame.captured_at =
            base::ConferenceTime{base::from_us(static_cast<std::int64_t>(random.next() >> (11 + random.below(50))))};
        frame.width = static_cast<int>(random.below(4000));
        frame.height = static_cast<int>(random.below(3000));
        seeds.push_back(media::pack_frame(frame));
    }
    return seeds;
}

} // namespace plenum::fuzz
