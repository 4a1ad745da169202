// SPDX-License-Identifier: Apache-2.0
#include "media/camera/picture_encoder.h"

#include "media/gst/element_runner.h"
#include "media/video/i420.h"
#include "media/video/vp8_encoder_gst.h"

#include <gst/video/video.h>

#include <utility>

namespace plenum::media {
namespace {

base::Bytes bytes_of(GstBuffer* buffer) {
    base::Bytes bytes(gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, bytes.data(), bytes.size());
    return bytes;
}

class RawEncoder final : public PictureEncoder {
  public:
    RawEncoder() : PictureEncoder{PictureCodec::raw} {}

  private:
    Result<base::Bytes> encode_data(const VideoFrame& frame) override { return *frame.pixels; }
};

/// An element that gives one buffer for each that it takes.
class ElementEncoder final : public PictureEncoder {
  public:
    ElementEncoder(PictureCodec codec, gst::Object element) : PictureEncoder{codec}, runner_{std::move(element)} {}

  private:
    Result<base::Bytes> encode_data(const VideoFrame& frame) override {
        if (!fits(frame)) return media_error(MediaError::Kind::failed, "The encoder takes no pictures of this size.");
        auto buffer = make_i420_buffer(frame);
        GST_BUFFER_PTS(buffer.get()) = next_at_;
        GST_BUFFER_DURATION(buffer.get()) = period;
        next_at_ += period;
        const auto taken = runner_.push(std::move(buffer));
        auto output = runner_.take_output();
        if (taken != GST_FLOW_OK || output.empty())
            return media_error(MediaError::Kind::failed, "The picture could not be encoded.");
        return bytes_of(output.back().get());
    }
    bool fits(const VideoFrame& frame) {
        if (frame.width == width_ && frame.height == height_) return true;
        gst::Caps caps{gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, "I420", "width", G_TYPE_INT,
                                           frame.width, "height", G_TYPE_INT, frame.height, "framerate",
                                           GST_TYPE_FRACTION, 30, 1, nullptr)};
        if (!runner_.set_caps(std::move(caps))) return false;
        width_ = frame.width;
        height_ = frame.height;
        return true;
    }

    static constexpr GstClockTime period = GST_SECOND / 30;
    gst::ElementRunner runner_;
    int width_{0};
    int height_{0};
    GstClockTime next_at_{0};
};

class Vp8KeyFrames final : public PictureEncoder {
  public:
    explicit Vp8KeyFrames(Vp8Encoder encoder) : PictureEncoder{PictureCodec::vp8}, encoder_{std::move(encoder)} {}

  private:
    Result<base::Bytes> encode_data(const VideoFrame& frame) override {
        encoder_.request_key_frame();
        auto encoded = encoder_.encode(frame);
        if (!encoded) return std::unexpected{std::move(encoded.error())};
        if (!*encoded) return media_error(MediaError::Kind::failed, "The encoder left the picture out.");
        return std::move((*encoded)->bytes);
    }
    Vp8Encoder encoder_;
};

Result<std::unique_ptr<PictureEncoder>> make_element_encoder(PictureCodec codec, Result<gst::Object> element) {
    if (!element) return std::unexpected{std::move(element.error())};
    return std::make_unique<ElementEncoder>(codec, *std::move(element));
}

Result<std::unique_ptr<PictureEncoder>> make_jpeg(const PictureEncoder::Options& options) {
    auto element = gst::make_element("jpegenc", "gstreamer1.0-plugins-good");
    if (element) g_object_set(element->get(), "quality", options.quality, nullptr);
    return make_element_encoder(PictureCodec::jpeg, std::move(element));
}

Result<std::unique_ptr<PictureEncoder>> make_h264(const PictureEncoder::Options& options) {
    auto element = gst::make_element("openh264enc", "gstreamer1.0-plugins-bad");
    if (element)
        g_object_set(element->get(), "gop-size", 1U, "bitrate", static_cast<guint>(options.bitrate_bps),
                     "enable-frame-skip", FALSE, nullptr);
    return make_element_encoder(PictureCodec::h264, std::move(element));
}

Result<std::unique_ptr<PictureEncoder>> make_vp8(const PictureEncoder::Options& options) {
    Vp8Encoder::Options settings;
    settings.bitrate_bps = options.bitrate_bps;
    settings.temporal_layers = 1;
    auto encoder = Vp8Encoder::create(settings);
    if (!encoder) return std::unexpected{std::move(encoder.error())};
    return std::make_unique<Vp8KeyFrames>(*std::move(encoder));
}

} // namespace

Result<std::unique_ptr<PictureEncoder>> PictureEncoder::create(const Options& options) {
    gst::initialise();
    if (options.quality < 1 || options.quality > 100 || options.bitrate_bps < 50'000 ||
        options.bitrate_bps > 20'000'000)
        return media_error(MediaError::Kind::bad_setting, "The quality or bit rate of pictures is out of its bounds.");
    switch (options.codec) {
    case PictureCodec::raw: return std::make_unique<RawEncoder>();
    case PictureCodec::jpeg: return make_jpeg(options);
    case PictureCodec::vp8: return make_vp8(options);
    case PictureCodec::h264: return make_h264(options);
    }
    return media_error(MediaError::Kind::bad_setting, "There is no such codec.");
}

Result<CameraPicture> PictureEncoder::encode(const VideoFrame& frame) {
    const bool whole = !frame.empty() && frame.width <= camera_picture_side_max &&
                       frame.height <= camera_picture_side_max &&
                       frame.pixels->size() == i420_size(frame.width, frame.height);
    if (!whole) return media_error(MediaError::Kind::bad_data, "There is no picture, or it is too large.");
    auto data = encode_data(frame);
    if (!data) return std::unexpected{std::move(data.error())};
    return CameraPicture{codec_, frame.width, frame.height, frame.captured_at, *std::move(data)};
}

} // namespace plenum::media
