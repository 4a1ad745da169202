// SPDX-License-Identifier: Apache-2.0
#include "media/depth/depth_frame.h"

#include "core/base/limits.h"
#include "media/depth/depth_planes.h"
#include "media/depth/opencv.h"
#include "media/jpeg/baseline_jpeg.h"

#include <opencv2/imgcodecs.hpp>

#include <bit>

namespace plenum::media::depth {
namespace {

static_assert(depth_frame_bytes_max <= base::limits::message_body_bytes_max);

constexpr std::uint8_t version = 1;
/// Differences of times cannot overflow.
constexpr std::int64_t captured_us_max = (std::int64_t{1} << 61) / 1000;

std::unexpected<MediaError> bad(const char* why) { return media_error(MediaError::Kind::bad_data, why); }

void put(base::Bytes& to, std::uint64_t value, unsigned bytes) {
    while (bytes-- > 0)
        to.push_back(static_cast<std::uint8_t>(value >> (8 * bytes)));
}

void put_real(base::Bytes& to, double value) { put(to, std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4); }

/// Takes `bytes` off the front; the caller has checked that they are there.
std::uint64_t take(base::ByteView& from, std::size_t bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i)
        value = value << 8 | from[i];
    from = from.subspan(bytes);
    return value;
}

double take_real(base::ByteView& from) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(take(from, 4))));
}

JpegSize jpeg_size(ImageSize size) { return {size.width, size.height}; }

bool fits(ImageSize size) {
    return size.width <= depth_frame_size_max.width && size.height <= depth_frame_size_max.height;
}

Result<void> check_picture(const ColourDepth& picture) {
    if (const auto checked = check(picture.camera); !checked) return checked;
    const auto size = picture.camera.size;
    if (!fits(size)) return bad("A depth picture has more than 1920x1080 pixels. Set the cameras to a smaller size.");
    const auto pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
    if (picture.bgr.size() != 3 * pixels || picture.inverse_depth.size() != pixels)
        return bad("A depth picture's pixels do not fit its size.");
    return {};
}

void put_header(base::Bytes& to, const ColourDepth& picture) {
    const auto& camera = picture.camera;
    put(to, version, 1);
    put(to, picture.source, 1);
    put(to, static_cast<std::uint64_t>(base::to_us(picture.captured_at.time_since_epoch())), 8);
    put(to, static_cast<std::uint64_t>(camera.size.width), 2);
    put(to, static_cast<std::uint64_t>(camera.size.height), 2);
    for (const double real : {camera.fx, camera.fy, camera.cx, camera.cy, camera.inverse_depth_step})
        put_real(to, real);
    for (const double real : camera.from_reference.rotation)
        put_real(to, real);
    for (const double real : camera.from_reference.translation_m)
        put_real(to, real);
}

} // namespace

Result<base::Bytes> pack_depth_frame(const ColourDepth& picture, DepthFrameQuality quality) {
    if (const auto checked = check_picture(picture); !checked) return std::unexpected{checked.error()};
    if (quality.colour < 10 || quality.colour > 100)
        return media_error(MediaError::Kind::bad_setting, "The quality of colour must be 10 to 100.");
    return guarded("Packing a depth picture", [&]() -> Result<base::Bytes> {
        const auto size = to_cv(picture.camera.size);
        const cv::Mat colour(size, CV_8UC3, const_cast<std::uint8_t*>(picture.bgr.data()));
        std::vector<std::uint8_t> jpeg;
        if (!cv::imencode(".jpg", colour, jpeg, {cv::IMWRITE_JPEG_QUALITY, quality.colour}))
            return media_error(MediaError::Kind::failed, "A depth picture cannot be encoded.");
        const auto depth = compress_depth(picture.inverse_depth, picture.camera.size);
        if (depth.empty()) return media_error(MediaError::Kind::failed, "A depth picture cannot be encoded.");
        if (depth_frame_header_bytes + jpeg.size() + depth.size() > depth_frame_bytes_max)
            return bad("A depth picture is too large for one message. Set the cameras to a smaller size, or lower the "
                       "quality of colour.");
        base::Bytes message;
        message.reserve(depth_frame_header_bytes + jpeg.size() + depth.size());
        put_header(message, picture);
        put(message, jpeg.size(), 4);
        base::append(message, jpeg);
        base::append(message, depth);
        return message;
    });
}

Result<PackedDepthFrame> unpack_depth_frame(base::ByteView message) {
    if (message.size() <= depth_frame_header_bytes) return bad("A depth picture is too short.");
    if (message.size() > depth_frame_bytes_max) return bad("A depth picture is too long.");
    if (take(message, 1) != version) return bad("A depth picture is of another version.");
    PackedDepthFrame packed;
    packed.source = static_cast<std::uint8_t>(take(message, 1));
    const auto captured_us = static_cast<std::int64_t>(take(message, 8));
    if (captured_us > captured_us_max || captured_us < -captured_us_max)
        return bad("A depth picture has no sane time.");
    packed.captured_at = base::ConferenceTime{base::from_us(captured_us)};
    auto& camera = packed.camera;
    camera.size.width = static_cast<int>(take(message, 2));
    camera.size.height = static_cast<int>(take(message, 2));
    for (double* real : {&camera.fx, &camera.fy, &camera.cx, &camera.cy, &camera.inverse_depth_step})
        *real = take_real(message);
    for (double& real : camera.from_reference.rotation)
        real = take_real(message);
    for (double& real : camera.from_reference.translation_m)
        real = take_real(message);
    if (const auto checked = check(camera); !checked) return std::unexpected{checked.error()};
    if (!fits(camera.size)) return bad("A depth picture has more than 1920x1080 pixels.");
    const auto jpeg_bytes = static_cast<std::size_t>(take(message, 4));
    if (jpeg_bytes >= message.size()) return bad("A depth picture is too short.");
    packed.colour_jpeg = message.first(jpeg_bytes);
    packed.depth = message.subspan(jpeg_bytes);
    if (!is_baseline_jpeg(packed.colour_jpeg, jpeg_size(camera.size), JpegForm::any_sampling))
        return bad("The colours of a depth picture are not as agreed.");
    return packed;
}

Result<ColourDepth> decode_depth_frame(const PackedDepthFrame& packed) {
    const auto size = packed.camera.size;
    const auto pixels = static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
    ColourDepth picture{packed.camera, packed.source, packed.captured_at, {}, {}};
    picture.bgr.resize(3 * pixels);
    picture.inverse_depth.resize(pixels);
    if (!decode_jpeg_to_bgr(packed.colour_jpeg, jpeg_size(size), picture.bgr))
        return bad("The colours of a depth picture are damaged.");
    if (!decompress_depth(packed.depth, size, picture.inverse_depth))
        return bad("The depth of a depth picture is damaged.");
    return picture;
}

} // namespace plenum::media::depth
