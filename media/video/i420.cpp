// SPDX-License-Identifier: Apache-2.0
#include "media/video/i420.h"

#include <array>
#include <cstring>
#include <utility>

namespace plenum::media {

gst::Buffer make_i420_buffer(const VideoFrame& frame) {
    const auto width = static_cast<gsize>(frame.width);
    const auto height = static_cast<gsize>(frame.height);
    const auto chroma_width = (width + 1) / 2;
    const auto chroma_height = (height + 1) / 2;
    using Pixels = std::shared_ptr<const base::Bytes>;
    auto* keep = new Pixels{frame.pixels}; // released with the buffer
    gst::Buffer buffer{gst_buffer_new_wrapped_full(
        GST_MEMORY_FLAG_READONLY, const_cast<std::uint8_t*>(frame.pixels->data()), frame.pixels->size(), 0,
        frame.pixels->size(), keep, [](gpointer kept) { delete static_cast<Pixels*>(kept); })};
    std::array<gsize, GST_VIDEO_MAX_PLANES> offsets{0, width * height, width * height + chroma_width * chroma_height};
    std::array<gint, GST_VIDEO_MAX_PLANES> strides{frame.width, static_cast<gint>(chroma_width),
                                                   static_cast<gint>(chroma_width)};
    gst_buffer_add_video_meta_full(buffer.get(), GST_VIDEO_FRAME_FLAG_NONE, GST_VIDEO_FORMAT_I420,
                                   static_cast<guint>(frame.width), static_cast<guint>(frame.height), 3, offsets.data(),
                                   strides.data());
    return buffer;
}

VideoFrame copy_i420(GstBuffer* buffer, const GstVideoInfo& info) {
    GstVideoFrame mapped;
    if (gst_video_frame_map(&mapped, &info, buffer, GST_MAP_READ) == FALSE) return {};
    VideoFrame frame{GST_VIDEO_FRAME_WIDTH(&mapped), GST_VIDEO_FRAME_HEIGHT(&mapped), nullptr, {}};
    auto pixels = std::make_shared<base::Bytes>(i420_size(frame.width, frame.height));
    auto* to = pixels->data();
    for (guint plane = 0; plane < 3; ++plane) {
        const auto width = static_cast<std::size_t>(GST_VIDEO_FRAME_COMP_WIDTH(&mapped, plane));
        const auto height = GST_VIDEO_FRAME_COMP_HEIGHT(&mapped, plane);
        const auto* from = static_cast<const std::uint8_t*>(GST_VIDEO_FRAME_PLANE_DATA(&mapped, plane));
        for (int row = 0; row < height; ++row) {
            std::memcpy(to, from, width);
            to += width;
            from += GST_VIDEO_FRAME_PLANE_STRIDE(&mapped, plane);
        }
    }
    gst_video_frame_unmap(&mapped);
    frame.pixels = std::move(pixels);
    return frame;
}

VideoFrame crop_to_even(VideoFrame frame) {
    const int width = frame.width / 2 * 2;
    const int height = frame.height / 2 * 2;
    if (width == frame.width && height == frame.height) return frame;
    base::Bytes pixels;
    pixels.reserve(i420_size(width, height));
    const auto* from = frame.pixels->data();
    const auto copy = [&](int whole_width, int whole_height, int kept_width, int kept_height) {
        for (int row = 0; row < whole_height; ++row, from += whole_width)
            if (row < kept_height) pixels.insert(pixels.end(), from, from + kept_width);
    };
    copy(frame.width, frame.height, width, height);
    for (int plane = 0; plane < 2; ++plane)
        copy((frame.width + 1) / 2, (frame.height + 1) / 2, width / 2, height / 2);
    frame.width = width;
    frame.height = height;
    frame.pixels = std::make_shared<const base::Bytes>(std::move(pixels));
    return frame;
}

} // namespace plenum::media
