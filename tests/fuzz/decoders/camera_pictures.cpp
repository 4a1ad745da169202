// SPDX-License-Identifier: Apache-2.0
// Pictures of another member's camera in an ensemble: each stands alone, has the size that its header says, and is
// refused if it is larger than allowed.
#include "media/camera/camera_picture.h"
#include "media/camera/picture_decoder.h"
#include "media/camera/picture_encoder.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"

namespace plenum::fuzz {
namespace {

media::VideoFrame slope(int width, int height) {
    const auto luma = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    auto pixels = std::make_shared<base::Bytes>(luma + luma / 2);
    for (std::size_t i = 0; i < pixels->size(); ++i)
        (*pixels)[i] = static_cast<std::uint8_t>(20 + i % 200);
    return {width, height, std::move(pixels), base::ConferenceTime{base::from_us(77)}};
}

} // namespace

void run_camera_pictures(base::ByteView input) {
    const auto picture = media::unpack_camera_picture(input);
    if (!picture) {
        CHECK(picture.error().kind == media::MediaError::Kind::bad_data && !picture.error().text.empty());
        return;
    }
    CHECK(media::pack(*picture) == base::Bytes(input.begin(), input.end()));
    CHECK(picture->width == input[2] * 256 + input[3] && picture->height == input[4] * 256 + input[5]);
    // Larger ones are bounded by the same check, and take longer than a fuzzer has.
    if (picture->width > 128 || picture->height > 128) return;
    const auto frame = media::PictureDecoder{}.decode(*picture);
    if (!frame) {
        CHECK(frame.error().kind == media::MediaError::Kind::bad_data && !frame.error().text.empty());
        return;
    }
    CHECK(frame->width == picture->width && frame->height == picture->height);
    CHECK(frame->captured_at == picture->opened_at);
    const auto half = [](int side) { return static_cast<std::size_t>(side / 2 + side % 2); };
    const auto luma = static_cast<std::size_t>(frame->width) * static_cast<std::size_t>(frame->height);
    CHECK(frame->pixels->size() == luma + 2 * half(frame->width) * half(frame->height));
}

std::vector<base::Bytes> camera_pictures_seeds() {
    std::vector<base::Bytes> seeds;
    for (const auto codec :
         {media::PictureCodec::raw, media::PictureCodec::jpeg, media::PictureCodec::vp8, media::PictureCodec::h264}) {
        media::PictureEncoder::Options options;
        options.codec = codec;
        options.bitrate_bps = 100'000;
        const auto encoder = media::PictureEncoder::create(options).value();
        seeds.push_back(media::pack(encoder->encode(slope(64, 48)).value()));
    }
    return seeds;
}

} // namespace plenum::fuzz
