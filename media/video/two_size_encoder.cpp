// SPDX-License-Identifier: Apache-2.0
#include "media/video/two_size_encoder.h"

#include <algorithm>

namespace plenum::media {
namespace {

constexpr int small_width_max = 320;
constexpr int small_height_max = 180;
constexpr int small_width_min = 160;
constexpr int bitrate_min = 50'000;
/// Of both, where there is less than both would like.
constexpr int small_share = 5;

} // namespace

int small_halvings(int width, int height) {
    int halvings = 0;
    for (; (width > small_width_max || height > small_height_max) && width / 2 >= small_width_min; ++halvings) {
        width /= 2;
        height /= 2;
    }
    return halvings;
}

Result<TwoSizeEncoder> TwoSizeEncoder::create(const Vp8Encoder::Options& options) {
    auto large = Vp8Encoder::create(options);
    if (!large) return std::unexpected{large.error()};
    return TwoSizeEncoder{options, std::move(*large)};
}

int TwoSizeEncoder::small_bitrate() const {
    const auto share = wanted_.large ? choice_.bitrate_bps / small_share : choice_.bitrate_bps;
    return std::clamp(share, bitrate_min, small_bitrate_max);
}

void TwoSizeEncoder::share_rate() {
    if (small_) small_->set_bitrate(small_bitrate());
    large_.set_bitrate(choice_.bitrate_bps - (wanted_.small ? small_bitrate() : 0));
}

void TwoSizeEncoder::set_sizes(base::PictureSizes wanted) {
    if (wanted == wanted_) return;
    if (wanted.large && !wanted_.large) large_.request_key_frame();
    wanted_ = wanted;
    if (!wanted.small) small_.reset();
    share_rate();
}

void TwoSizeEncoder::set_rate(const PictureRate::Choice& choice) {
    choice_ = choice;
    share_rate();
}

void TwoSizeEncoder::request_key_frame(base::PictureSize size) {
    if (size == base::PictureSize::large)
        large_.request_key_frame();
    else if (small_)
        small_->request_key_frame();
}

Result<std::vector<EncodedFrame>> TwoSizeEncoder::encode(const VideoFrame& frame) {
    std::vector<EncodedFrame> frames;
    const auto large = halve(frame, choice_.halvings);
    if (wanted_.large) {
        auto encoded = large_.encode(large);
        if (!encoded) return std::unexpected{encoded.error()};
        if (*encoded) frames.push_back(std::move(**encoded));
    }
    if (!wanted_.small) return frames;
    if (!small_) {
        auto options = options_;
        options.bitrate_bps = small_bitrate();
        auto encoder = Vp8Encoder::create(options);
        if (!encoder) return std::unexpected{encoder.error()};
        small_ = std::move(*encoder);
    }
    const auto halvings = std::max(0, small_halvings(frame.width, frame.height) - choice_.halvings);
    auto encoded = small_->encode(halve(large, halvings));
    if (!encoded) return std::unexpected{encoded.error()};
    if (!*encoded) return frames;
    (*encoded)->small = true;
    frames.push_back(std::move(**encoded));
    return frames;
}

} // namespace plenum::media
