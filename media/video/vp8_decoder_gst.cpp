// SPDX-License-Identifier: Apache-2.0
#include "media/video/vp8_decoder_gst.h"

#include "media/gst/element_runner.h"
#include "media/video/i420.h"

namespace plenum::media {
namespace {

constexpr GstClockTime step = GST_SECOND / 30;

struct Size {
    int width{0};
    int height{0};
};

/// A key frame's own account of its size (RFC 6386 §9.1); nullopt where the bytes are no VP8 key frame.
std::optional<Size> key_frame_size(base::ByteView bytes) {
    if (bytes.size() < 10 || bytes[3] != 0x9d || bytes[4] != 0x01 || bytes[5] != 0x2a) return std::nullopt;
    return Size{(bytes[6] | bytes[7] << 8) & 0x3fff, (bytes[8] | bytes[9] << 8) & 0x3fff};
}

} // namespace

struct Vp8Decoder::Impl {
    Options options;
    std::unique_ptr<gst::ElementRunner> runner;
    GstClockTime next_time{0};
    bool ready{false}; ///< a key frame has been decoded

    Result<void> start();
    bool acceptable(const EncodedFrame& frame) const;
};

Vp8Decoder::Vp8Decoder(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Vp8Decoder::Vp8Decoder(Vp8Decoder&&) noexcept = default;
Vp8Decoder& Vp8Decoder::operator=(Vp8Decoder&&) noexcept = default;
Vp8Decoder::~Vp8Decoder() = default;

Result<Vp8Decoder> Vp8Decoder::create(const Options& options) {
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    if (auto started = impl->start(); !started) return std::unexpected{started.error()};
    return Vp8Decoder{std::move(impl)};
}

Result<void> Vp8Decoder::Impl::start() {
    auto element = gst::make_element("vp8dec", "gstreamer1.0-plugins-good");
    if (!element) return std::unexpected{element.error()};
    g_object_set(element->get(), "threads", static_cast<guint>(options.threads), nullptr);
    runner = std::make_unique<gst::ElementRunner>(std::move(*element));
    runner->set_caps(gst::Caps{gst_caps_new_simple("video/x-vp8", "framerate", GST_TYPE_FRACTION, 30, 1, nullptr)});
    next_time = 0;
    ready = false;
    return {};
}

bool Vp8Decoder::Impl::acceptable(const EncodedFrame& frame) const {
    if (frame.bytes.size() < 3) return false;
    const auto key_frame = (frame.bytes[0] & 1) == 0; // RFC 6386 §9.1
    if (!key_frame) return ready;
    const auto size = key_frame_size(frame.bytes);
    return size && size->width > 0 && size->height > 0 && size->width <= options.width_max &&
           size->height <= options.height_max;
}

Result<std::optional<VideoFrame>> Vp8Decoder::decode(const EncodedFrame& frame) {
    auto& self = *impl_;
    const auto bad = [] { return media_error(MediaError::Kind::bad_data, "A video frame does not decode."); };
    if (!self.acceptable(frame)) return bad();
    auto buffer = gst::make_buffer(frame.bytes.data(), frame.bytes.size());
    if ((frame.bytes[0] & 1) != 0) GST_BUFFER_FLAG_SET(buffer.get(), GST_BUFFER_FLAG_DELTA_UNIT);
    GST_BUFFER_PTS(buffer.get()) = self.next_time;
    GST_BUFFER_DURATION(buffer.get()) = step;
    self.next_time += step;
    const auto flow = self.runner->push(std::move(buffer));
    const auto output = self.runner->take_output();
    if (flow != GST_FLOW_OK || !gst::take_error(self.runner->element()).empty()) {
        (void)self.start();
        return bad();
    }
    if (output.empty()) {
        // RFC 6386 §9.1: the show_frame bit. A frame meant to be shown that is not was swallowed as damaged.
        const auto shown = (frame.bytes[0] & 0x10) != 0;
        if (shown) return bad();
        return std::nullopt;
    }
    GstVideoInfo info;
    const auto caps = self.runner->output_caps();
    if (!caps || gst_video_info_from_caps(&info, caps.get()) == FALSE) return bad();
    auto picture = copy_i420(output.back().get(), info);
    if (picture.empty()) return bad();
    self.ready = true;
    picture.captured_at = frame.captured_at;
    return picture;
}

} // namespace plenum::media
