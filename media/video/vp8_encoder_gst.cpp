// SPDX-License-Identifier: Apache-2.0
#include "media/video/vp8_encoder_gst.h"

#include "media/gst/element_runner.h"
#include "media/video/i420.h"

#include <algorithm>
#include <array>
#include <bit>
#include <gst/video/video.h>
#include <span>
#include <vector>

namespace plenum::media {
namespace {

constexpr int bitrate_min = 50'000;
constexpr int bitrate_max = 20'000'000;
constexpr int size_max = 8192;
constexpr int quantiser_min = 2;
constexpr int quantiser_limit = 63; // RFC 6386 §9.6 in libvpx' scale
constexpr int quantiser_max_at_first = 56;
/// Between two pictures, for the rate control: a longer pause saves up no more.
constexpr base::Duration pause_max{base::from_us(1'000'000)};

/// Anchors of this share of the last key frame's size have it replaced: a new one costs little more, and those after it
/// are small and clear again. vtest.avi gains 0.2 dB at 500 kbit/s over 100 %, as its poor first key frame goes sooner.
constexpr std::size_t refresh_percent = 70;
constexpr int refresh_interval_s = 5;
constexpr std::size_t period_max = 16;
constexpr std::size_t period_min = 4;
/// A receiver waits for the next anchor this long at most. Cameras are slow in the dark: then periods are halved.
constexpr base::Duration anchor_interval_max{base::from_us(700'000)};
constexpr base::Duration anchor_interval_min{base::from_us(300'000)};
/// The rate control wants layers that double the rate, so that layer 1 is two of its five. Shorter periods do without
/// the first ones.
constexpr std::size_t rate_layers_max = 5;
constexpr std::array<int, rate_layers_max> decimator{16, 8, 4, 2, 1};          ///< of the rate, up to and with each
constexpr std::array<int, rate_layers_max> share_percent{30, 40, 60, 75, 100}; ///< of the bit rate, likewise
constexpr std::array<std::uint8_t, rate_layers_max> temporal_layer{0, 1, 1, 2, 3};

std::size_t first_rate_layer(std::size_t period) {
    return static_cast<std::size_t>(std::countr_zero(period_max) - std::countr_zero(period));
}

int rate_layer_of(std::size_t place, std::size_t period) {
    return place == 0 ? 0 : std::countr_zero(period) - std::countr_zero(place);
}

std::uint8_t temporal_layer_of(int rate_layer, std::size_t period) {
    return rate_layer == 0 ? std::uint8_t{0}
                           : temporal_layer.at(first_rate_layer(period) + static_cast<std::size_t>(rate_layer));
}

/// The reference buffers that frames of each layer use and change, as GStreamer writes lists: one entry a frame. Golden
/// is the last key frame always.
std::string reference_flags(std::size_t period) {
    constexpr std::array<const char*, 4> of_layer{"+no-ref-last", "", "+no-upd-last", "+no-upd-last"};
    std::string text;
    for (std::size_t place = 0; place < period; ++place) {
        text += text.empty() ? "<" : ",";
        text += "no-ref-alt+no-upd-golden+no-upd-alt+no-upd-entropy";
        text += of_layer.at(temporal_layer_of(rate_layer_of(place, period), period));
    }
    return text + ">";
}

/// vp8enc's older properties want GLib's value arrays.
void set_int_array(GstElement* element, const char* property, std::span<const int> values) {
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    auto* array = g_value_array_new(static_cast<guint>(values.size()));
    GValue value = G_VALUE_INIT;
    g_value_init(&value, G_TYPE_INT);
    for (const auto each : values) {
        g_value_set_int(&value, each);
        g_value_array_append(array, &value);
    }
    g_object_set(element, property, array, nullptr);
    g_value_array_free(array);
    G_GNUC_END_IGNORE_DEPRECATIONS
}

void set_rate(GstElement* element, const Vp8Encoder::Options& options, std::size_t period) {
    g_object_set(element, "target-bitrate", options.bitrate_bps, nullptr);
    if (options.temporal_layers == 1) return;
    std::vector<int> rates;
    for (const auto share : std::span{share_percent}.subspan(first_rate_layer(period)))
        rates.push_back(options.bitrate_bps / 100 * share);
    set_int_array(element, "temporal-scalability-target-bitrate", rates);
}

void configure(GstElement* element, const Vp8Encoder::Options& options, std::size_t period) {
    // The buffer begins full, as anchors can be no clearer than the first key frame.
    g_object_set(element, "deadline", gint64{1}, "cpu-used", -options.speed, "threads", options.threads,
                 "lag-in-frames", 0, "keyframe-max-dist", 100'000, "auto-alt-ref", FALSE, "static-threshold", 1,
                 "min-quantizer", quantiser_min, "max-quantizer", quantiser_max_at_first, "undershoot", 100,
                 "overshoot", 15, "buffer-size", 1000, "buffer-initial-size", 1000, "buffer-optimal-size", 600,
                 "dropframe-threshold", 25, "max-intra-bitrate", 450, "noise-sensitivity", 0, "resize-allowed", FALSE,
                 nullptr);
    gst_util_set_object_arg(G_OBJECT(element), "end-usage", "cbr");
    gst_util_set_object_arg(G_OBJECT(element), "keyframe-mode", "auto");
    // Without it libvpx changes the golden buffer every few frames, whatever the flags of the layers say.
    gst_util_set_object_arg(G_OBJECT(element), "error-resilient", "default");
    gst_util_set_object_arg(G_OBJECT(element), "token-partitions", options.threads > 1 ? "2" : "1");
    if (options.temporal_layers > 1) {
        const auto decimators = std::span{decimator}.subspan(first_rate_layer(period));
        g_object_set(element, "temporal-scalability-number-layers", static_cast<int>(decimators.size()),
                     "temporal-scalability-periodicity", static_cast<int>(period), nullptr);
        std::vector<int> layers;
        for (std::size_t place = 0; place < period; ++place)
            layers.push_back(rate_layer_of(place, period));
        set_int_array(element, "temporal-scalability-layer-id", layers);
        set_int_array(element, "temporal-scalability-rate-decimator", decimators);
        gst_util_set_object_arg(G_OBJECT(element), "temporal-scalability-layer-flags", reference_flags(period).c_str());
        // Without any of these vp8enc divides by zero.
        gst_util_set_object_arg(G_OBJECT(element), "temporal-scalability-layer-sync-flags", "<false>");
    }
    set_rate(element, options, period);
}

std::uint8_t layer_of(GstBuffer* buffer, std::size_t period) {
    auto* meta = gst_buffer_get_custom_meta(buffer, "GstVP8Meta");
    guint layer = 0;
    if (meta != nullptr) gst_structure_get_uint(gst_custom_meta_get_structure(meta), "layer-id", &layer);
    return temporal_layer_of(static_cast<int>(layer), period);
}

} // namespace

struct Vp8Encoder::Impl {
    Options options;
    std::unique_ptr<gst::ElementRunner> runner;
    int width{0};
    int height{0};
    GstClockTime next_time{0};
    std::optional<base::ConferenceTime> last_captured_at;
    /// Of the frame in the decoders' buffer `last`, and of the last key frame.
    std::uint16_t index{0};
    std::uint16_t key_index{0};
    std::size_t key_bytes{0};
    int frames_since_refresh{0};
    std::size_t period{period_max};
    std::size_t place{0}; ///< of the next picture in the period
    std::optional<base::ConferenceTime> period_began;
    bool key_wanted{false};
    bool refresh_wanted{false}; ///< a key frame in place of the next anchor

    Result<void> start();
    Result<void> adapt_period(base::ConferenceTime captured_at);
    bool set_size(int new_width, int new_height);
    [[nodiscard]] GstClockTime step_to(base::ConferenceTime captured_at);
    void number(EncodedFrame& encoded);
    EncodedFrame describe(GstBuffer* buffer, const VideoFrame& frame);
};

Vp8Encoder::Vp8Encoder(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
Vp8Encoder::Vp8Encoder(Vp8Encoder&&) noexcept = default;
Vp8Encoder& Vp8Encoder::operator=(Vp8Encoder&&) noexcept = default;
Vp8Encoder::~Vp8Encoder() = default;

Result<Vp8Encoder> Vp8Encoder::create(const Options& options) {
    const auto within = [](int value, int low, int high) { return value >= low && value <= high; };
    if (!within(options.bitrate_bps, bitrate_min, bitrate_max) ||
        (options.temporal_layers != 1 && options.temporal_layers != 4) || !within(options.rate_hz, 1, 60) ||
        !within(options.speed, 0, 16) || !within(options.threads, 1, 16)) {
        return media_error(MediaError::Kind::bad_setting, "A setting of the video encoder is out of its bounds.");
    }
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    impl->frames_since_refresh = refresh_interval_s * options.rate_hz;
    if (const auto started = impl->start(); !started) return std::unexpected{started.error()};
    return Vp8Encoder{std::move(impl)};
}

Result<void> Vp8Encoder::Impl::start() {
    auto element = gst::make_element("vp8enc", "gstreamer1.0-plugins-good");
    if (!element) return std::unexpected{element.error()};
    configure(element->get(), options, period);
    runner = std::make_unique<gst::ElementRunner>(std::move(*element));
    width = height = 0;
    next_time = 0;
    return {};
}

/// At the first picture of a period. vp8enc takes another period only when it begins anew, with a key frame.
Result<void> Vp8Encoder::Impl::adapt_period(base::ConferenceTime captured_at) {
    const auto began = std::exchange(period_began, captured_at);
    if (!began || options.temporal_layers == 1) return {};
    const auto lasted = captured_at - *began;
    const bool halve = lasted > anchor_interval_max && period > period_min;
    const bool twice = lasted < anchor_interval_min && lasted > base::Duration{} && period < period_max;
    if (!halve && !twice) return {};
    period = halve ? period / 2 : period * 2;
    return start();
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

/// Real capture times travel in the frame. Even steps keep the rate control calm when a camera is late.
GstClockTime Vp8Encoder::Impl::step_to(base::ConferenceTime captured_at) {
    const auto even = GST_SECOND / static_cast<GstClockTime>(options.rate_hz);
    const auto before = std::exchange(last_captured_at, captured_at);
    if (!options.uneven || !before) return even;
    const auto lasted = std::clamp(captured_at - *before, base::Duration{static_cast<std::int64_t>(even)}, pause_max);
    return static_cast<GstClockTime>(lasted.count());
}

void Vp8Encoder::Impl::number(EncodedFrame& encoded) {
    const bool anchor = options.temporal_layers > 1 && encoded.temporal_layer == 0;
    encoded.discardable = encoded.temporal_layer >= 2;
    encoded.depends_on = anchor ? key_index : index;
    if (!encoded.discardable) ++index;
    encoded.index = index;
    ++frames_since_refresh;
    if (encoded.key_frame) {
        encoded.depends_on = key_index = index;
        key_bytes = encoded.bytes.size();
        refresh_wanted = false;
    } else if (anchor && 100 * encoded.bytes.size() >= refresh_percent * key_bytes &&
               frames_since_refresh >= refresh_interval_s * options.rate_hz) {
        frames_since_refresh = 0;
        refresh_wanted = true;
    }
}

EncodedFrame Vp8Encoder::Impl::describe(GstBuffer* buffer, const VideoFrame& frame) {
    EncodedFrame encoded;
    encoded.bytes.resize(gst_buffer_get_size(buffer));
    gst_buffer_extract(buffer, 0, encoded.bytes.data(), encoded.bytes.size());
    encoded.key_frame = !GST_BUFFER_FLAG_IS_SET(buffer, GST_BUFFER_FLAG_DELTA_UNIT);
    encoded.temporal_layer = encoded.key_frame ? 0 : layer_of(buffer, period);
    number(encoded);
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
    // Who missed the first key frame must not take its number for that of an encoder before.
    if (self.key_bytes == 0)
        self.index = static_cast<std::uint16_t>(base::to_us(frame.captured_at.time_since_epoch()) / 1000);
    if (self.place == 0) {
        if (const auto adapted = self.adapt_period(frame.captured_at); !adapted)
            return std::unexpected{adapted.error()};
    }
    if (!self.set_size(frame.width, frame.height)) {
        return media_error(MediaError::Kind::failed, "The video encoder refuses the picture's size.");
    }
    if (self.place == 0 && self.refresh_wanted) self.key_wanted = true;
    self.place = (self.place + 1) % self.period;
    if (std::exchange(self.key_wanted, false)) {
        self.runner->send_downstream(
            gst_video_event_new_downstream_force_key_unit(self.next_time, self.next_time, self.next_time, TRUE, 0));
    }
    auto buffer = make_i420_buffer(frame);
    const auto step = self.step_to(frame.captured_at);
    if (self.options.uneven) self.next_time += step;
    GST_BUFFER_PTS(buffer.get()) = self.next_time;
    GST_BUFFER_DURATION(buffer.get()) = step;
    if (!self.options.uneven) self.next_time += step;
    if (self.runner->push(std::move(buffer)) != GST_FLOW_OK) {
        return media_error(MediaError::Kind::failed, "The video encoder stopped.");
    }
    const auto output = self.runner->take_output();
    if (output.empty()) return std::nullopt;
    return self.describe(output.back().get(), frame);
}

void Vp8Encoder::request_key_frame() { impl_->key_wanted = true; }

void Vp8Encoder::set_quantiser_max(int quantiser) {
    const auto wanted = std::clamp(quantiser, quantiser_min, quantiser_limit);
    gint now = 0;
    g_object_get(impl_->runner->element(), "max-quantizer", &now, nullptr);
    if (now != wanted) g_object_set(impl_->runner->element(), "max-quantizer", wanted, nullptr);
}

void Vp8Encoder::set_bitrate(int bitrate_bps) {
    impl_->options.bitrate_bps = std::clamp(bitrate_bps, bitrate_min, bitrate_max);
    set_rate(impl_->runner->element(), impl_->options, impl_->period);
}

} // namespace plenum::media
