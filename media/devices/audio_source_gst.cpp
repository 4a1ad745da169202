// SPDX-License-Identifier: Apache-2.0
#include "media/devices/audio_source_gst.h"

#include "media/audio/level.h"
#include "media/devices/sink_pipeline.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace plenum::media {
namespace {

constexpr const char* chain = "audioconvert ! audioresample ! "
                              "audio/x-raw,format=S16LE,layout=interleaved,rate=48000,channels=1 ! "
                              "appsink name=out sync=false max-buffers=8";

} // namespace

struct AudioFileSource::Impl {
    std::unique_ptr<SinkPipeline> pipeline;
    bool loop{false};
    std::vector<std::int16_t> ready;
    std::size_t used{0};

    [[nodiscard]] std::size_t left() const { return ready.size() - used; }
    void append(GstSample* sample);
};

AudioFileSource::AudioFileSource(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
AudioFileSource::~AudioFileSource() = default;

Result<std::unique_ptr<AudioFileSource>> AudioFileSource::open(const std::filesystem::path& path, bool loop) {
    auto pipeline = open_file(path, chain, "sound");
    if (!pipeline) return std::unexpected{pipeline.error()};
    auto impl = std::make_unique<Impl>();
    impl->pipeline = std::move(*pipeline);
    impl->loop = loop;
    return std::unique_ptr<AudioFileSource>{new AudioFileSource{std::move(impl)}};
}

void AudioFileSource::Impl::append(GstSample* sample) {
    auto* buffer = gst_sample_get_buffer(sample);
    ready.erase(ready.begin(), ready.begin() + static_cast<std::ptrdiff_t>(used));
    used = 0;
    const auto before = ready.size();
    ready.resize(before + gst_buffer_get_size(buffer) / sizeof(std::int16_t));
    gst_buffer_extract(buffer, 0, ready.data() + before, (ready.size() - before) * sizeof(std::int16_t));
}

AudioFileSource::Read AudioFileSource::read(AudioBlock& block) {
    block.fill(0);
    auto& self = *impl_;
    while (self.left() < block_samples) {
        if (const auto sample = self.pipeline->pull({})) {
            self.append(sample.get());
            continue;
        }
        if (!self.pipeline->at_end()) return Read::starved;
        if (!self.loop) break;
        if (!self.pipeline->rewind()) return Read::ended;
        return Read::starved;
    }
    const auto count = std::min(self.left(), block_samples);
    if (count == 0) return Read::ended;
    std::copy_n(self.ready.begin() + static_cast<std::ptrdiff_t>(self.used), count, block.begin());
    self.used += count;
    return Read::block;
}

ToneSource::ToneSource(double frequency_hz, double level_dbfs)
    : step_{2 * std::numbers::pi * frequency_hz / sample_rate_hz},
      amplitude_{32767 * from_db(std::min(level_dbfs, 0.0))} {}

AudioBlock ToneSource::read() {
    AudioBlock block;
    for (auto& sample : block) {
        sample = static_cast<std::int16_t>(std::lround(amplitude_ * std::sin(phase_)));
        phase_ = std::fmod(phase_ + step_, 2 * std::numbers::pi);
    }
    return block;
}

} // namespace plenum::media
