// SPDX-License-Identifier: Apache-2.0
// Pictures with depth from another member: the header is read as its table says, nothing larger than allowed is
// decoded, and all points are somewhere.
#include "media/depth/depth_frame.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"

#include <bit>
#include <cmath>

namespace plenum::fuzz {
namespace {

namespace depth = media::depth;

std::uint64_t number_at(base::ByteView bytes, std::size_t at, std::size_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
        value = value << 8 | bytes[at + i];
    return value;
}

bool is_real_at(base::ByteView bytes, std::size_t at, double value) {
    return std::bit_cast<std::uint32_t>(static_cast<float>(value)) == number_at(bytes, at, 4);
}

/// The table in depth_frame.h, byte by byte.
void check_header(base::ByteView input, const depth::PackedDepthFrame& packed) {
    const auto& camera = packed.camera;
    CHECK(input[0] == 1 && packed.source == input[1]);
    CHECK(base::to_us(packed.captured_at.time_since_epoch()) == static_cast<std::int64_t>(number_at(input, 2, 8)));
    CHECK(static_cast<std::uint64_t>(camera.size.width) == number_at(input, 10, 2));
    CHECK(static_cast<std::uint64_t>(camera.size.height) == number_at(input, 12, 2));
    CHECK(camera.size.width <= depth::depth_frame_size_max.width);
    CHECK(camera.size.height <= depth::depth_frame_size_max.height);
    CHECK(is_real_at(input, 14, camera.fx) && is_real_at(input, 18, camera.fy));
    CHECK(is_real_at(input, 22, camera.cx) && is_real_at(input, 26, camera.cy));
    CHECK(is_real_at(input, 30, camera.inverse_depth_step));
    for (std::size_t i = 0; i < 9; ++i)
        CHECK(is_real_at(input, 34 + 4 * i, camera.from_reference.rotation[i]));
    for (std::size_t i = 0; i < 3; ++i)
        CHECK(is_real_at(input, 70 + 4 * i, camera.from_reference.translation_m[i]));
    CHECK(packed.colour_jpeg.size() == number_at(input, 82, 4));
    CHECK(depth::depth_frame_header_bytes + packed.colour_jpeg.size() + packed.depth.size() == input.size());
}

/// A slope with a hole in it.
depth::ColourDepth picture(depth::ImageSize size, std::uint8_t source) {
    depth::ColourDepth picture;
    picture.camera = {size, 40, 41, 15, 16, 0.002, {}};
    picture.camera.from_reference.translation_m = {0.1, -0.2, 0.3};
    picture.source = source;
    picture.captured_at = base::ConferenceTime{base::from_us(1'000'000 * source)};
    for (int row = 0; row < size.height; ++row) {
        for (int column = 0; column < size.width; ++column) {
            for (int colour = 0; colour < 3; ++colour)
                picture.bgr.push_back(static_cast<std::uint8_t>(row * 4 + column * colour));
            const bool hole = row > 8 && row < 14 && column > 8;
            picture.inverse_depth.push_back(static_cast<std::uint16_t>(hole ? 0 : 100 + row * source + column));
        }
    }
    return picture;
}

} // namespace

void run_depth_frames(base::ByteView input) {
    const auto packed = depth::unpack_depth_frame(input);
    if (!packed) {
        CHECK(packed.error().kind == media::MediaError::Kind::bad_data && !packed.error().text.empty());
        return;
    }
    check_header(input, *packed);
    const auto decoded = depth::decode_depth_frame(*packed);
    if (!decoded) {
        CHECK(decoded.error().kind == media::MediaError::Kind::bad_data);
        return;
    }
    const auto pixels =
        static_cast<std::size_t>(packed->camera.size.width) * static_cast<std::size_t>(packed->camera.size.height);
    CHECK(decoded->bgr.size() == 3 * pixels && decoded->inverse_depth.size() == pixels);
    depth::PointCloud cloud;
    depth::append_points(*decoded, {}, cloud);
    CHECK(cloud.size() <= pixels);
    for (const auto& point : cloud)
        CHECK(std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z));
}

std::vector<base::Bytes> depth_frames_seeds() {
    std::vector<base::Bytes> seeds;
    std::uint8_t source = 0;
    for (const depth::ImageSize size : {depth::ImageSize{32, 32}, {34, 32}, {64, 48}})
        seeds.push_back(depth::pack_depth_frame(picture(size, ++source), {.colour = 40}).value());
    return seeds;
}

} // namespace plenum::fuzz
