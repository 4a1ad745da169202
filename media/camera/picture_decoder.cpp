// SPDX-License-Identifier: Apache-2.0
#include "media/camera/picture_decoder.h"

#include "media/camera/h264_parameters.h"
#include "media/gst/element_runner.h"
#include "media/jpeg/baseline_jpeg.h"
#include "media/video/i420.h"
#include "media/video/vp8_decoder_gst.h"

#include <optional>
#include <utility>

namespace plenum::media {
namespace {

std::unexpected<MediaError> damaged() {
    return media_error(MediaError::Kind::bad_data, "A camera's picture does not decode.");
}

bool is_size(const CameraPicture& picture, int width, int height) {
    return width == picture.width && height == picture.height;
}

/// A key frame of the size that the header says (RFC 6386 §9.1).
bool is_vp8(const CameraPicture& picture) {
    const auto& bytes = picture.data;
    if (bytes.size() < 10 || (bytes[0] & 1) != 0) return false;
    if (bytes[3] != 0x9d || bytes[4] != 0x01 || bytes[5] != 0x2a) return false;
    return is_size(picture, (bytes[6] | bytes[7] << 8) & 0x3fff, (bytes[8] | bytes[9] << 8) & 0x3fff);
}

Result<VideoFrame> decode_jpeg(const CameraPicture& picture) {
    const JpegSize size{picture.width, picture.height};
    if (!is_baseline_jpeg(picture.data, size, JpegForm::i420)) return damaged();
    base::Bytes pixels(i420_size(size.width, size.height));
    if (!decode_jpeg_to_i420(picture.data, size, pixels)) return damaged();
    return VideoFrame{size.width, size.height, std::make_shared<const base::Bytes>(std::move(pixels))};
}

/// openh264dec, run synchronously.
class H264Decoder {
  public:
    static Result<std::unique_ptr<H264Decoder>> create() {
        auto element = gst::make_element("openh264dec", "gstreamer1.0-plugins-bad");
        if (!element) return std::unexpected{std::move(element.error())};
        return std::make_unique<H264Decoder>(*std::move(element));
    }
    explicit H264Decoder(gst::Object element) : runner_{std::move(element)} {
        runner_.set_caps(gst::Caps{gst_caps_new_simple("video/x-h264", "stream-format", G_TYPE_STRING, "byte-stream",
                                                       "alignment", G_TYPE_STRING, "au", "profile", G_TYPE_STRING,
                                                       "constrained-baseline", nullptr)});
    }
    /// Nullopt where it is damaged; then this is of no use any more.
    std::optional<VideoFrame> decode(const CameraPicture& picture) {
        auto buffer = gst::make_buffer(picture.data.data(), picture.data.size());
        GST_BUFFER_PTS(buffer.get()) = next_at_;
        next_at_ += GST_SECOND / 30;
        const auto flow = runner_.push(std::move(buffer));
        const auto output = runner_.take_output();
        GstVideoInfo info;
        const auto caps = runner_.output_caps();
        if (flow != GST_FLOW_OK || output.size() != 1 || !gst::take_error(runner_.element()).empty() || !caps ||
            gst_video_info_from_caps(&info, caps.get()) == FALSE)
            return std::nullopt;
        auto frame = copy_i420(output.back().get(), info);
        return frame.empty() ? std::nullopt : std::optional{std::move(frame)};
    }

  private:
    gst::ElementRunner runner_;
    GstClockTime next_at_{0};
};

} // namespace

struct PictureDecoder::Impl {
    std::optional<Vp8Decoder> vp8;
    std::unique_ptr<H264Decoder> h264;

    Result<VideoFrame> decode_vp8(const CameraPicture& picture);
    Result<VideoFrame> decode_h264(const CameraPicture& picture);
};

Result<VideoFrame> PictureDecoder::Impl::decode_vp8(const CameraPicture& picture) {
    if (!is_vp8(picture)) return damaged();
    if (!vp8) {
        auto made = Vp8Decoder::create(
            {.threads = 1, .width_max = camera_picture_side_max, .height_max = camera_picture_side_max});
        if (!made) return std::unexpected{std::move(made.error())};
        vp8.emplace(*std::move(made));
    }
    auto decoded = vp8->decode({.bytes = picture.data, .captured_at = picture.opened_at});
    if (!decoded) return std::unexpected{std::move(decoded.error())};
    if (!*decoded) return damaged();
    return **std::move(decoded);
}

Result<VideoFrame> PictureDecoder::Impl::decode_h264(const CameraPicture& picture) {
    const auto size = h264_picture_size(picture.data);
    if (!size || !is_size(picture, size->width, size->height)) return damaged();
    if (!h264) {
        auto made = H264Decoder::create();
        if (!made) return std::unexpected{std::move(made.error())};
        h264 = *std::move(made);
    }
    auto decoded = h264->decode(picture);
    if (decoded) return *std::move(decoded);
    h264.reset();
    return damaged();
}

PictureDecoder::PictureDecoder() : impl_{std::make_unique<Impl>()} {}
PictureDecoder::PictureDecoder(PictureDecoder&&) noexcept = default;
PictureDecoder& PictureDecoder::operator=(PictureDecoder&&) noexcept = default;
PictureDecoder::~PictureDecoder() = default;

Result<VideoFrame> PictureDecoder::decode(const CameraPicture& picture) {
    const auto is_side = [](int side) { return side > 0 && side <= camera_picture_side_max; };
    if (!is_side(picture.width) || !is_side(picture.height)) return damaged();
    if (static_cast<std::size_t>(picture.width) * static_cast<std::size_t>(picture.height) > pixels_max)
        return media_error(MediaError::Kind::bad_data, "A camera's picture is too large. Set the camera to 3840x2160 "
                                                       "pixels or less.");
    const auto decode = [&]() -> Result<VideoFrame> {
        switch (picture.codec) {
        case PictureCodec::raw:
            if (picture.data.size() != i420_size(picture.width, picture.height)) return damaged();
            return VideoFrame{picture.width, picture.height, std::make_shared<const base::Bytes>(picture.data)};
        case PictureCodec::jpeg: return decode_jpeg(picture);
        case PictureCodec::vp8: return impl_->decode_vp8(picture);
        case PictureCodec::h264: return impl_->decode_h264(picture);
        }
        return damaged();
    };
    auto frame = decode();
    if (!frame) return frame;
    if (!is_size(picture, frame->width, frame->height)) return damaged();
    frame->captured_at = picture.opened_at;
    return frame;
}

} // namespace plenum::media
