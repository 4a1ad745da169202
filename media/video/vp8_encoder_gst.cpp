// SPDX-License-Identifier: Apache-2.0
#include "media/video/vp8_encoder_gst.h"

#include "media/gst/element_runner.h"
#include "media/video/i420.h"

#include <algorithm>
#include <array>
#include <gst/video/video.h>

namespace plenum::media {
namespace {

constexpr int bitrate_min = 50'000;
constexpr int bitrate_max = 20'000'000;
constexpr int size_max = 8192;

/// One period of layers; enhancement frames refer to the last base frame and change nothing.
struct LayerPattern {
    int layers;
    int period;
    std::array<int, 4> layer;
    std::array<int, 3> decimator;     ///< of the rate, up to and with each layer
    std::array<int, 3> share_percent; ///< of the bit rate, up to and with each layer
};
constexpr std::array<LayerPattern, 3> patterns{{
    {1, 1, {0, 0, 0, 0}, {1, 1, 1}, {100, 100, 100}},
    {2, 2, {0, 1, 0, 1}, {2, 1, 1}, {60, 100, 100}},
    {3, 4, {0, 2, 1, 2}, {4, 2, 1}, {45, 65, 100}},
}};

constexpr const char* base_flags = "no-ref-golden+no-ref-alt+no-upd-golden+no-upd-alt";
constexpr const char* enhancement_flags =
    "no-ref-golden+no-ref-alt+no-upd-last+no-upd-golden+no-upd-alt+no-upd-entropy";

/// One entry a frame of the period, as GStreamer writes lists: `base` for the base layer, `other` for the rest.
std::string list_of(const LayerPattern& pattern, const char* base, const char* other) {
    std::string text = "<";
    for (int i = 0; i < pattern.period; ++i) {
        if (i > 0) text += ",";
        text += pattern.layer.at(static_cast<std::size_t>(i)) == 0 ? base : other;
    }
    return text + ">";
}

/// vp8enc's older properties want GLib's value arrays.
template <class Range>
void set_int_array(GstElement* element, const char* property, const Range& values, int count) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    auto* array = g_value_array_new(static_cast<guint>(count));
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_INT);
    for (int i = 0; i < count; ++i) {
        g_value_set_int(&value, values[static_cast<std::size_t>(i)]);
        g_value_array_append(array, &value);
    }
    g_object_set(element, property, array, nullptr);
    g_value_array_free(array);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

void set_rate(GstElement* element, const LayerPattern& pattern, int bitrate_bps) {
    g_object_set(element, "target-bitrate", bitrate_bps, nullptr);
    if (pattern.layers == 1) return;
    std::array<int, 3> rates{};
    for (std::size_t i = 0; i < rates.size(); ++i)
        rates[i] = bitrate_bps / 100 * pattern.share_percent[i];
    set_int_array(element, "temporal-scalability-target-bitrate", rates, pattern.layers);
}

void configure(GstElement* element, const Vp8Encoder::Options& options, const LayerPattern& pattern) {
    g_object_set(element, "deadline", gint64{1}, "cpu-used", -options.speed, "threads", options.threads,
                 "lag-in-frames", 0, "keyframe-max-dist", 100'000, "auto-alt-ref", FALSE, "static-threshold", 1,
                 "min-quantizer", 2, "max-quantizer", 56, "undershoot", 100, "overshoot", 15, "buffer-size", 1000,
                 "buffer-initial-size", 500, "buffer-optimal-size", 600, "dropframe-threshold", 25, "max-intra-bitrate",
                 450, "noise-sensitivity", 0, "resize-allowed", FALSE, nullptr);
    gst_util_set_object_arg(G_OBJECT(element), "end-usage", "cbr");
    gst_util_set_object_arg(G_OBJECT(element), "keyframe-mode", "auto");
    gst_util_set_object_arg(G_OBJECT(element), "error-resilient", "default");
    gst_util_set_object_arg(G_OBJECT(element), "token-partitions", options.threads > 1 ? "2" : "1");
    if (pattern.layers > 1) {
        g_object_set(element, "temporal-scalability-number-layers", pattern.layers, "temporal-scalability-periodicity",
                     pattern.period, nullptr);
        set_int_array(element, "temporal-scalability-layer-id", pattern.layer, pattern.period);
        set_int_array(element, "temporal-scalability-rate-decimator", pattern.decimator, pattern.layers);
        gst_util_set_object_arg(G_OBJECT(element), "temporal-scalability-layer-flags",
                                list_of(pattern, base_flags, enhancement_flags).c_str());
        // Without as many of these as of the flags vp8enc divides by zero.
        gst_util_set_object_arg(G_OBJECT(element), "temporal-scalability-layer-sync-flags",
                                list_of(pattern, "false", "true").c_str());
    }
    set_rate(element, pattern, options.bitrate_bps);
}

int layer_of(GstBuffer* buffer) {
    auto* meta = gst_buffer_get_custom_meta(buffer, "GstVP8Meta");
    guint layer = 0;
    if (meta != nullptr) gst_structure_get_uint(gst_custom_meta_get_structure(meta), "layer-id", &layer);
    return static_cast<int>(layer);
}

} // namespace

struct Vp8Encoder::Impl {
    Options options;
    const LayerPattern* pattern{nullptr};
    std::unique_ptr<gst::ElementRunner> runner;
    int width{0};
    int height{0};
    GstClockTime next_time{0};
    std::uint16_t base_index{0};
    bool key_wanted{false};

    bool set_size(int new_width, int new_height);
    EncodedFrame describe(GstBuffer* buffer, const VideoFrame& frame);
};

Vp8Encoder::Vp8Encoder(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Vp8Encoder::Vp8Encoder(Vp8Encoder&&) noexcept = default;
Vp8Encoder& Vp8Encoder::operator=(Vp8Encoder&&) noexcept = default;
Vp8Encoder::~Vp8Encoder() = default;

Result<Vp8Encoder> Vp8Encoder::create(const Options& options) {
    const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
    if (!within(options.bitrate_bps, bitrate_min, bitrate_max) || !within(options.temporal_layers, 1, 3) ||
        !within(options.rate_hz, 1, 60) || !within(options.speed, 0, 16) || !within(options.threads, 1, 16)) {
        return media_error(MediaError::Kind::bad_setting, "A setting of the video encoder is out of its bounds.");
    }
    auto element = gst::make_element("vp8enc", "gstreamer1.0-plugins-good");
    if (!element) return std::unexpected{element.error()};
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    impl->pattern = &patterns.at(static_cast<std::size_t>(options.temporal_layers - 1));
    configure(element->get(), options, *impl->pattern);
    impl->runner = std::make_unique<gst::ElementRunner>(std::move(*element));
    return Vp8Encoder{std::move(impl)};
}

bool Vp8Encoder::Impl::set_size(int new_width, int new_height) {
    if (new_width == width && new_height == height) return true;
    gst::Caps caps{gst_caps_new_simple("video/x-raw", "format", G_TYPE_STRING, "I420", "width", G_TYPE_INT, new_width,
                                       "height", G_TYPE_INT, new_height, "framerate", GST_TYPE_FRACTION,
                                       options.rate_hz, 1, nullptr)};
    if (!runner->set_caps(std::move(caps))) return false;
    width = new_width;
    height = new_height;
    key_wanted = true;
    return true;
}

EncodedFrame Vp8Encoder::Impl::describe(GstBuffer* buffer, const VideoFrame& frame) {
    EncodedFrame encoded;
    encoded.bytes.resize(gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, encoded.bytes.data(), encoded.bytes.size());
    encoded.key_frame = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    encoded.temporal_layer = static_cast<std::uint8_t>(encoded.key_frame ? 0 : layer_of(buffer));
    encoded.discardable = encoded.temporal_layer > 0;
    if (encoded.temporal_layer == 0) ++base_index;
    encoded.base_index = base_index;
    encoded.captured_at = frame.captured_at;
    encoded.width = width;
    encoded.height = height;
    return encoded;
}

Result<std::optional<EncodedFrame>> Vp8Encoder::encode(const VideoFrame& frame) {
    auto& self = *impl_;
    if (frame.empty() || frame.width < 2 || frame.height < 2 || frame.width > size_max || frame.height > size_max ||
        frame.pixels->size() != i420_size(frame.width, frame.height)) {
        return media_error(MediaError::Kind::bad_data, "A picture to encode has no or a wrong size.");
    }
    if (!self.set_size(frame.width, frame.height)) {
        return media_error(MediaError::Kind::failed, "The video encoder refuses the picture's size.");
    }
    if (std::exchange(self.key_wanted, false)) {
        self.runner->send_downstream(
            gst_video_event_new_downstream_force_key_unit(self.next_time, self.next_time, self.next_time, TRUE, 0));
    }
    auto buffer = make_i420_buffer(frame);
    // The encoder's clock is the nominal rate; real capture times travel in the frame. Even steps keep its rate control
    // calm when a camera is late.
    const auto step = GST_SECOND / static_cast<GstClockTime>(self.options.rate_hz);
    GST_BUFFER_PTS(buffer.get()) = self.next_time;
    GST_BUFFER_DURATION(buffer.get()) = step;
    self.next_time += step;
    if (self.runner->push(std::move(buffer)) != GST_FLOW_OK) {
        return media_error(MediaError::Kind::failed, "The video encoder stopped.");
    }
    const auto output = self.runner->take_output();
    if (output.empty()) return std::nullopt;
    return self.describe(output.back().get(), frame);
}

void Vp8Encoder::request_key_frame() { impl_->key_wanted = true; }

void Vp8Encoder::set_bitrate(int bitrate_bps) {
    impl_->options.bitrate_bps = std::clamp(bitrate_bps, bitrate_min, bitrate_max);
    set_rate(impl_->runner->element(), *impl_->pattern, impl_->options.bitrate_bps);
}

} // namespace plenum::media
