// SPDX-License-Identifier: Apache-2.0
#include "media/camera/camera_picture.h"

#include <cstddef>

namespace plenum::media {
namespace {

constexpr std::uint8_t version = 1;
/// 35 years, so that differences fit a duration.
constexpr std::int64_t time_max_us = std::int64_t{1} << 50;

std::size_t raw_bytes(int width, int height) {
    const auto chroma = static_cast<std::size_t>((width + 1) / 2) * static_cast<std::size_t>((height + 1) / 2);
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 2 * chroma;
}

void put(base::Bytes& to, std::uint64_t value, unsigned bytes) {
    for (unsigned left = bytes; left > 0; --left)
        to.push_back(static_cast<std::uint8_t>(value >> (8 * (left - 1))));
}

std::uint64_t get(base::ByteView from, std::size_t at, std::size_t bytes) {
    std::uint64_t value = 0;
    for (const auto byte : from.subspan(at, bytes))
        value = value << 8 | byte;
    return value;
}

} // namespace

base::Bytes pack(const CameraPicture& picture) {
    base::Bytes to;
    to.reserve(camera_picture_header_bytes + picture.data.size());
    put(to, version, 1);
    put(to, static_cast<std::uint8_t>(picture.codec), 1);
    put(to, static_cast<std::uint64_t>(picture.width), 2);
    put(to, static_cast<std::uint64_t>(picture.height), 2);
    put(to, static_cast<std::uint64_t>(base::to_us(picture.opened_at.time_since_epoch())), 8);
    to.insert(to.end(), picture.data.begin(), picture.data.end());
    return to;
}

Result<CameraPicture> unpack_camera_picture(base::ByteView payload) {
    const auto refuse = [] { return media_error(MediaError::Kind::bad_data, "A camera sent no picture."); };
    if (payload.size() <= camera_picture_header_bytes || payload[0] != version) return refuse();
    const auto codec = payload[1];
    if (codec < static_cast<std::uint8_t>(PictureCodec::raw) || codec > static_cast<std::uint8_t>(PictureCodec::h264))
        return refuse();
    CameraPicture picture;
    picture.codec = static_cast<PictureCodec>(codec);
    picture.width = static_cast<int>(get(payload, 2, 2));
    picture.height = static_cast<int>(get(payload, 4, 2));
    const auto is_side = [](int side) { return side > 0 && side <= camera_picture_side_max; };
    if (!is_side(picture.width) || !is_side(picture.height)) return refuse();
    const auto opened_at = static_cast<std::int64_t>(get(payload, 6, 8));
    if (opened_at < -time_max_us || opened_at > time_max_us) return refuse();
    picture.opened_at = base::ConferenceTime{base::from_us(opened_at)};
    const auto data = payload.subspan(camera_picture_header_bytes);
    if (picture.codec == PictureCodec::raw && data.size() != raw_bytes(picture.width, picture.height)) return refuse();
    picture.data.assign(data.begin(), data.end());
    return picture;
}

} // namespace plenum::media
