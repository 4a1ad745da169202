// SPDX-License-Identifier: Apache-2.0
#include "media/audio/processing_gst.h"

#include "media/gst/element_runner.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <gst/audio/audio.h>

namespace plenum::media {
namespace {

constexpr auto block_time = static_cast<GstClockTime>(block_duration.count());
/// How far the far end may be ahead of the near one: the largest burst that a loudspeaker asks for, and the half of 10
/// ms. More is drift of the two clocks, or a microphone that began later.
constexpr GstClockTime far_ahead_max = 60 * GST_MSECOND;
constexpr const char* package = "gstreamer1.0-plugins-bad";

gst::Caps block_caps() {
    return gst::Caps{gst_caps_new_simple("audio/x-raw", "format", G_TYPE_STRING, GST_AUDIO_NE(S16), "layout",
                                         G_TYPE_STRING, "interleaved", "rate", G_TYPE_INT, sample_rate_hz, "channels",
                                         G_TYPE_INT, 1, nullptr)};
}

gst::Buffer buffer_of(std::span<const std::int16_t> samples, GstClockTime at) {
    auto buffer = gst::make_buffer(samples.data(), samples.size_bytes());
    GST_BUFFER_PTS(buffer.get()) = at;
    GST_BUFFER_DURATION(buffer.get()) = static_cast<GstClockTime>(duration_of_samples(samples.size()).count());
    return buffer;
}

/// The echo probe is found by its name, which must be unlike any other in the process.
std::string next_probe_name() {
    static std::atomic<unsigned> count{0};
    return "plenum_echo_probe_" + std::to_string(++count);
}

void configure(GstElement* dsp, const CaptureProcessing::Options& options, const std::string& probe) {
    // Mild settings: what people say must stay what they said. No high-pass filter: it turns the phase of low voices,
    // and the suppressor takes rumble away without. Gain control lifts quiet voices towards -6 dBFS, by at most 9 dB.
    g_object_set(dsp, "probe", probe.c_str(), "echo-cancel", static_cast<gboolean>(options.echo_cancellation),
                 "noise-suppression", static_cast<gboolean>(options.noise_suppression), "gain-control",
                 static_cast<gboolean>(options.gain_control), "high-pass-filter", FALSE, "delay-agnostic", TRUE,
                 "target-level-dbfs", 6, "compression-gain-db", 9, nullptr);
    gst_util_set_object_arg(G_OBJECT(dsp), "noise-suppression-level", "moderate");
    gst_util_set_object_arg(G_OBJECT(dsp), "gain-control-mode", "adaptive-digital");
    gst_util_set_object_arg(G_OBJECT(dsp), "echo-suppression-level", "moderate");
}

} // namespace

struct CaptureProcessing::Chain {
    std::unique_ptr<gst::ElementRunner> probe; // must be there when the filter starts, and outlive it
    std::unique_ptr<gst::ElementRunner> filter;
    GstClockTime near_time{0};
    GstClockTime far_time{0};
};

CaptureProcessing::CaptureProcessing(const Options& options) : options_{options} { rebuild(); }
CaptureProcessing::~CaptureProcessing() = default;

void CaptureProcessing::rebuild() {
    chain_.reset();
    error_.reset();
    half_filled_ = false;
    if (options_ == Options{false, false, false}) return;
    const auto name = next_probe_name();
    auto probe = gst::make_element("webrtcechoprobe", package, name.c_str());
    auto filter = gst::make_element("webrtcdsp", package);
    if (!probe || !filter) {
        error_ = probe ? filter.error() : probe.error();
        return;
    }
    configure(filter->get(), options_, name);
    auto chain = std::make_unique<Chain>();
    chain->probe = std::make_unique<gst::ElementRunner>(std::move(*probe));
    chain->probe->set_caps(block_caps());
    chain->filter = std::make_unique<gst::ElementRunner>(std::move(*filter));
    if (!chain->filter->set_caps(block_caps())) {
        error_ = MediaError{MediaError::Kind::failed, "GStreamer's webrtcdsp does not start."};
        return;
    }
    chain_ = std::move(chain);
    set_echo_delay_ms(echo_delay_ms_);
}

void CaptureProcessing::far_end(const AudioBlock& block) {
    if (!chain_) return;
    // Both directions advance by one block each; a reader that skipped some must not leave the far end behind.
    chain_->far_time = std::max(chain_->far_time, chain_->near_time);
    if (chain_->far_time > chain_->near_time + far_ahead_max) return;
    if (chain_->probe->push(buffer_of(block, chain_->far_time)) != GST_FLOW_OK) return;
    chain_->far_time += block_time;
    chain_->probe->take_output();
}

std::span<const std::int16_t> CaptureProcessing::process(const AudioBlock& block) {
    std::ranges::copy(block, samples_.begin() + (half_filled_ ? block_samples : 0));
    if (!chain_) return {samples_.data(), block_samples};
    half_filled_ = !half_filled_;
    if (half_filled_) return {};
    if (!filter()) {
        chain_.reset();
        error_ = MediaError{MediaError::Kind::failed, "Audio processing stopped; your microphone goes on without it."};
    }
    return samples_;
}

bool CaptureProcessing::filter() {
    const auto flow = chain_->filter->push(buffer_of(samples_, chain_->near_time));
    chain_->near_time += 2 * block_time;
    const auto output = chain_->filter->take_output();
    return flow == GST_FLOW_OK && output.size() == 1 &&
           gst_buffer_extract(output[0].get(), 0, samples_.data(), sizeof samples_) == sizeof samples_;
}

void CaptureProcessing::set_options(const Options& options) {
    if (options == options_) return;
    options_ = options;
    rebuild();
}

void CaptureProcessing::set_echo_delay_ms(int delay_ms) {
    echo_delay_ms_ = delay_ms;
    if (!chain_) return;
    chain_->probe->send_upstream(gst_event_new_latency(static_cast<GstClockTime>(delay_ms) * GST_MSECOND));
}

} // namespace plenum::media
