// SPDX-License-Identifier: Apache-2.0
#include "media/screen/picture_scaler_gst.h"

#include "media/gst/element_runner.h"
#include "media/video/i420.h"

#include <algorithm>
#include <cmath>
#include <gst/video/video.h>

namespace plenum::media {

struct PictureScaler::Impl {
    struct Free {
        void operator()(GstVideoConverter* made) const { gst_video_converter_free(made); }
    };
    Size from;
    Size to;
    GstVideoInfo from_info;
    GstVideoInfo to_info;
    std::unique_ptr<GstVideoConverter, Free> converter;

    [[nodiscard]] bool prepare(Size wanted_from, Size wanted_to);
};

bool PictureScaler::Impl::prepare(Size wanted_from, Size wanted_to) {
    if (converter && from == wanted_from && to == wanted_to) return true;
    from = wanted_from;
    to = wanted_to;
    const auto side = [](int value) { return static_cast<guint>(value); };
    gst_video_info_set_format(&from_info, GST_VIDEO_FORMAT_BGRx, side(from.width), side(from.height));
    gst_video_info_set_format(&to_info, GST_VIDEO_FORMAT_I420, side(to.width), side(to.height));
    // As VideoFrame has it, whatever the size.
    gst_video_colorimetry_from_string(&to_info.colorimetry, GST_VIDEO_COLORIMETRY_BT601);
    auto* config = gst_structure_new("config", GST_VIDEO_CONVERTER_OPT_RESAMPLER_METHOD,
                                     GST_TYPE_VIDEO_RESAMPLER_METHOD, GST_VIDEO_RESAMPLER_METHOD_LINEAR, nullptr);
    converter.reset(gst_video_converter_new(&from_info, &to_info, config));
    return converter != nullptr;
}

PictureScaler::PictureScaler() : impl_{std::make_unique<Impl>()} { gst::initialise(); }
PictureScaler::~PictureScaler() = default;

VideoFrame PictureScaler::convert(std::span<const std::uint8_t> pixels, Size from, Size into) {
    const auto to = fit(from, into);
    const auto bytes = std::size_t{4} * static_cast<std::size_t>(from.width) * static_cast<std::size_t>(from.height);
    if (from.width < 1 || from.height < 1 || pixels.size() < bytes || !impl_->prepare(from, to)) return {};
    // The buffer is only read.
    auto* data = const_cast<std::uint8_t*>(pixels.data());
    gst::Buffer source{gst_buffer_new_wrapped_full(GST_MEMORY_FLAG_READONLY, data, bytes, 0, bytes, nullptr, nullptr)};
    gst::Buffer target{gst_buffer_new_allocate(nullptr, GST_VIDEO_INFO_SIZE(&impl_->to_info), nullptr)};
    GstVideoFrame in;
    GstVideoFrame out;
    if (gst_video_frame_map(&in, &impl_->from_info, source.get(), GST_MAP_READ) == FALSE) return {};
    const bool mapped = gst_video_frame_map(&out, &impl_->to_info, target.get(), GST_MAP_WRITE) != FALSE;
    if (mapped) {
        gst_video_converter_frame(impl_->converter.get(), &in, &out);
        gst_video_frame_unmap(&out);
    }
    gst_video_frame_unmap(&in);
    return mapped ? copy_i420(target.get(), impl_->to_info) : VideoFrame{};
}

PictureScaler::Size fit(PictureScaler::Size from, PictureScaler::Size into) {
    const auto scale =
        std::min({1.0, static_cast<double>(into.width) / from.width, static_cast<double>(into.height) / from.height});
    const auto side = [scale](int value, int most) {
        const int even = static_cast<int>(std::floor(value * scale / 2 + 0.01)) * 2;
        return std::clamp(even, 16, std::max(16, most));
    };
    return {side(from.width, into.width), side(from.height, into.height)};
}

std::optional<VideoFrame> ChangedPictures::convert(std::span<const std::uint8_t> pixels, PictureScaler::Size from,
                                                   PictureScaler::Size into) {
    auto frame = scaler_.convert(pixels, from, into);
    const bool same = !frame.empty() && last_.pixels && last_.width == frame.width && last_.height == frame.height &&
                      *last_.pixels == *frame.pixels;
    if (frame.empty() || same) return std::nullopt;
    last_ = frame;
    return frame;
}

} // namespace plenum::media
