// SPDX-License-Identifier: Apache-2.0
#include "media/audio/rate_adapter_gst.h"

#include "core/base/check.h"
#include "media/gst/element_runner.h"

#include <cmath>
#include <gst/audio/audio.h>

namespace plenum::media {
namespace {

/// Rates are integers: a step is 1 ppm.
constexpr int rate_out = 1'000'000;
/// 32 taps, interpolated between 16 phases: flat to 15 kHz, errors 70 dB below the sound, 10 µs for each 10 ms.
constexpr unsigned quality = 2;
constexpr unsigned phases = 16;

/// Never the output's: GStreamer has another filter for equal rates, and changing between the two clicks.
int rate_for(double faster) {
    const auto rate = static_cast<int>(std::lround(rate_out * (1 + faster)));
    return rate == rate_out ? rate_out + 1 : rate;
}

} // namespace

void RateAdapter::Free::operator()(_GstAudioResampler* resampler) const { gst_audio_resampler_free(resampler); }

RateAdapter::RateAdapter() : rate_in_{rate_for(0)} {
    gst::initialise();
    auto* options = gst_structure_new_empty("options");
    gst_audio_resampler_options_set_quality(GST_AUDIO_RESAMPLER_METHOD_KAISER, quality, rate_in_, rate_out, options);
    gst_structure_set(options, GST_AUDIO_RESAMPLER_OPT_FILTER_INTERPOLATION,
                      GST_TYPE_AUDIO_RESAMPLER_FILTER_INTERPOLATION, GST_AUDIO_RESAMPLER_FILTER_INTERPOLATION_LINEAR,
                      GST_AUDIO_RESAMPLER_OPT_FILTER_OVERSAMPLE, G_TYPE_UINT, phases, nullptr);
    resampler_.reset(gst_audio_resampler_new(GST_AUDIO_RESAMPLER_METHOD_KAISER, GST_AUDIO_RESAMPLER_FLAG_VARIABLE_RATE,
                                             GST_AUDIO_FORMAT_S16, 1, rate_in_, rate_out, options));
    gst_structure_free(options);
    CHECK(resampler_ != nullptr);
}

void RateAdapter::process(std::span<const std::int16_t> samples, double faster, std::vector<std::int16_t>& out) {
    if (const auto rate_in = rate_for(faster); rate_in != rate_in_) {
        gst_audio_resampler_update(resampler_.get(), rate_in, rate_out, nullptr);
        rate_in_ = rate_in;
    }
    const auto made = gst_audio_resampler_get_out_frames(resampler_.get(), samples.size());
    const auto before = out.size();
    out.resize(before + made);
    void* from[] = {const_cast<std::int16_t*>(samples.data())};
    void* to[] = {out.data() + before};
    gst_audio_resampler_resample(resampler_.get(), from, samples.size(), to, made);
}

} // namespace plenum::media
