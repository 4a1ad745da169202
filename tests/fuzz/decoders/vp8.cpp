// SPDX-License-Identifier: Apache-2.0
// Pictures of another member's camera: nothing is shown before a key frame or after damage until the next one, a
// picture has the size that its key frame says (RFC 6386 §9.1), and none is larger than allowed.
#include "media/video/vp8_decoder_gst.h"
#include "media/video/vp8_encoder_gst.h"

#include "core/base/check.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/input.h"

namespace plenum::fuzz {
namespace {

constexpr int width_max = 96;
constexpr int height_max = 64;

struct Size {
    int width{0};
    int height{0};
};

bool is_key_frame(base::ByteView bytes) { return bytes.size() >= 3 && bytes[0] % 2 == 0; }

std::size_t pixels(int width, int height) {
    const auto half = [](int size) { return static_cast<std::size_t>(size / 2 + size % 2); };
    return static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 2 * half(width) * half(height);
}

media::VideoFrame picture(int width, int height, int number) {
    auto bytes = std::make_shared<base::Bytes>(pixels(width, height));
    for (std::size_t i = 0; i < bytes->size(); ++i)
        (*bytes)[i] = static_cast<std::uint8_t>(i / 64 + static_cast<std::size_t>(number) * 40);
    return {width, height, std::move(bytes), {}};
}

} // namespace

void run_vp8(base::ByteView input) {
    auto decoder = media::Vp8Decoder::create({.threads = 1, .width_max = width_max, .height_max = height_max});
    CHECK(decoder.has_value());
    Input steps{input};
    std::optional<Size> said;
    for (int i = 0; i < 8 && steps.more(); ++i) {
        const auto bytes = steps.bytes(2000);
        media::EncodedFrame frame;
        frame.bytes.assign(bytes.begin(), bytes.end());
        frame.captured_at = base::ConferenceTime{base::from_us(i)};
        const auto shown = decoder->decode(frame);
        if (!shown) {
            CHECK(shown.error().kind == media::MediaError::Kind::bad_data);
            continue;
        }
        if (is_key_frame(bytes)) {
            CHECK(bytes.size() >= 10 && bytes[3] == 0x9d && bytes[4] == 0x01 && bytes[5] == 0x2a);
            said = Size{(bytes[6] + bytes[7] * 256) % 0x4000, (bytes[8] + bytes[9] * 256) % 0x4000};
            CHECK(said->width <= width_max && said->height <= height_max);
        }
        CHECK(said.has_value());
        if (!*shown) continue;
        const auto& seen = **shown;
        CHECK(seen.width == said->width && seen.height == said->height);
        CHECK(seen.pixels->size() == pixels(seen.width, seen.height) && seen.captured_at == frame.captured_at);
    }
}

std::vector<base::Bytes> vp8_seeds() {
    std::vector<base::Bytes> seeds;
    for (const auto& [width, height] : {Size{16, 16}, Size{33, 17}, Size{64, 48}, Size{112, 48}}) {
        auto encoder = media::Vp8Encoder::create({.bitrate_bps = 100'000}).value();
        base::Bytes input;
        for (int i = 0; i < 3; ++i) {
            const auto frame = encoder.encode(picture(width, height, i));
            if (!frame || !*frame) continue;
            const auto& bytes = (*frame)->bytes;
            input.push_back(static_cast<std::uint8_t>(bytes.size() / 256));
            input.push_back(static_cast<std::uint8_t>(bytes.size() % 256));
            base::append(input, bytes);
        }
        seeds.push_back(std::move(input));
    }
    return seeds;
}

} // namespace plenum::fuzz
