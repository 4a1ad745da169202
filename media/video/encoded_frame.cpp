// SPDX-License-Identifier: Apache-2.0
#include "media/video/encoded_frame.h"

namespace plenum::media {
namespace {

constexpr unsigned version = 2;
constexpr unsigned version_with_scene = 3;
constexpr unsigned version_of_camera_off = 4;
constexpr std::size_t scene_bytes = 4;
constexpr unsigned key_frame_bit = 1;
constexpr unsigned discardable_bit = 2;
constexpr unsigned layer_shift = 2;
constexpr unsigned layer_mask = 3;

void put(base::Bytes& to, std::uint64_t value, unsigned bytes) {
    while (bytes-- > 0)
        to.push_back(static_cast<std::uint8_t>(value >> (8 * bytes)));
}

/// Takes `bytes` off the front; the caller has checked that they are there.
std::uint64_t take(base::ByteView& from, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value = value << 8 | from[i];
    from = from.subspan(bytes);
    return value;
}

} // namespace

base::Bytes pack_frame(const EncodedFrame& frame) {
    base::Bytes message;
    message.reserve(frame_header_bytes + scene_bytes + frame.bytes.size());
    const bool has_scene = frame.scene != 0;
    put(message,
        (has_scene ? version_with_scene : version) << 4 | (frame.temporal_layer & layer_mask) << layer_shift |
            (frame.discardable ? discardable_bit : 0) | (frame.key_frame ? key_frame_bit : 0),
        1);
    put(message, frame.index, 2);
    put(message, static_cast<std::uint64_t>(base::to_us(frame.captured_at.time_since_epoch())), 8);
    put(message, static_cast<std::uint64_t>(frame.width), 2);
    put(message, static_cast<std::uint64_t>(frame.height), 2);
    put(message, frame.depends_on, 2);
    if (has_scene) put(message, frame.scene, scene_bytes);
    base::append(message, frame.bytes);
    return message;
}

base::Bytes pack_camera_off() { return {static_cast<std::uint8_t>(version_of_camera_off << 4)}; }

bool is_camera_off(base::ByteView message) {
    return message.size() == 1 && unsigned{message[0]} == version_of_camera_off << 4;
}

Result<EncodedFrame> unpack_frame(base::ByteView message) {
    const auto bad = [](const char* why) { return media_error(MediaError::Kind::bad_data, why); };
    if (message.size() <= frame_header_bytes) return bad("A video frame is too short.");
    const auto first = static_cast<unsigned>(take(message, 1));
    const bool has_scene = first >> 4 == version_with_scene;
    if (first >> 4 != version && !has_scene) return bad("A video frame is of another version.");
    if (message.size() + 1 <= frame_header_bytes + (has_scene ? scene_bytes : 0))
        return bad("A video frame is too short.");
    EncodedFrame frame;
    frame.key_frame = (first & key_frame_bit) != 0;
    frame.discardable = (first & discardable_bit) != 0;
    frame.temporal_layer = static_cast<std::uint8_t>(first >> layer_shift & layer_mask);
    frame.index = static_cast<std::uint16_t>(take(message, 2));
    const auto captured_us = static_cast<std::int64_t>(take(message, 8));
    constexpr auto captured_us_max = (std::int64_t{1} << 61) / 1000; // differences cannot overflow
    if (captured_us > captured_us_max || captured_us < -captured_us_max) return bad("A video frame has no sane time.");
    frame.captured_at = base::ConferenceTime{base::from_us(captured_us)};
    frame.width = static_cast<int>(take(message, 2));
    frame.height = static_cast<int>(take(message, 2));
    frame.depends_on = static_cast<std::uint16_t>(take(message, 2));
    if (has_scene) frame.scene = static_cast<std::uint32_t>(take(message, scene_bytes));
    if (has_scene && frame.scene == 0) return bad("A video frame has no scene where it says so.");
    if (frame.width == 0 || frame.height == 0) return bad("A video frame has no size.");
    frame.bytes.assign(message.begin(), message.end());
    return frame;
}

} // namespace plenum::media
