// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_ports.h"

#include "media/clock.h"

#include <utility>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;

/// A clock-paced side this far behind starts anew instead of hurrying.
constexpr Duration behind_max = 200ms;
/// Microphone blocks that may wait; a thread that was held up throws away what is older than four.
constexpr std::size_t capture_blocks_max = 12;
constexpr std::size_t capture_blocks_kept = 4;

} // namespace

bool Pace::due(base::LocalTime now) {
    if (now - next_ > behind_max) next_ = now;
    if (now < next_) return false;
    next_ += block_duration;
    return true;
}

void AudioInputPort::open(const AudioInput& input, AudioWakeup& wakeup) {
    input_ = input;
    capture_.reset();
    tone_.reset();
    error_.reset();
    auto first_file = std::exchange(file_, nullptr);
    if (const auto* device = std::get_if<DeviceInput>(&input_)) {
        auto opened = AudioCapture::open(device->device, wakeup);
        if (opened) {
            capture_ = std::move(*opened);
        } else {
            error_ = opened.error();
        }
    } else if (const auto* wanted = std::get_if<FileInput>(&input_)) {
        if (first_file) {
            file_ = std::move(first_file);
            return;
        }
        auto opened = AudioFileSource::open(wanted->path, wanted->loop);
        if (opened) {
            file_ = std::move(*opened);
        } else {
            error_ = opened.error();
        }
    } else if (const auto* sine = std::get_if<ToneInput>(&input_)) {
        tone_.emplace(sine->frequency_hz, sine->level_dbfs);
    }
}

void AudioInputPort::reopen_lost(AudioWakeup& wakeup) {
    if (std::holds_alternative<DeviceInput>(input_) && (!capture_ || !capture_->alive()))
        open(AudioInput{input_}, wakeup);
}

void AudioInputPort::run(const std::function<void(const AudioBlock&)>& feed) {
    if (!capture_) return run_paced(feed);
    if (capture_->blocks_ready() > capture_blocks_max) overruns_ += capture_->keep_newest(capture_blocks_kept);
    AudioBlock block;
    while (capture_->read(block))
        feed(block);
}

void AudioInputPort::run_paced(const std::function<void(const AudioBlock&)>& feed) {
    while (pace_.due(local_now())) {
        AudioBlock block{};
        if (tone_) {
            block = tone_->read();
        } else if (!file_) {
            continue; // no input: nothing is sent
        } else if (const auto read = file_->read(block); read == AudioFileSource::Read::ended) {
            file_.reset();
            continue;
        } else if (read == AudioFileSource::Read::starved) {
            ++starved_;
        }
        feed(block);
    }
}

void AudioInputPort::report(AudioIo::Status& status) const {
    status.input_error = error_;
    status.input_latency = latency();
    status.input_overruns = overruns_ + (capture_ ? capture_->overruns() : 0);
    status.input_starved = starved_;
}

void AudioOutputPort::open(const AudioOutput& output, AudioWakeup& wakeup) {
    output_ = output;
    playback_.reset();
    error_.reset();
    const auto* device = std::get_if<DeviceOutput>(&output_);
    if (device == nullptr) return;
    auto opened = AudioPlayback::open(device->device, wakeup);
    if (opened) {
        playback_ = std::move(*opened);
    } else {
        error_ = opened.error();
    }
}

void AudioOutputPort::reopen_lost(AudioWakeup& wakeup) {
    if (std::holds_alternative<DeviceOutput>(output_) && (!playback_ || !playback_->alive()))
        open(AudioOutput{output_}, wakeup);
}

void AudioOutputPort::run(const std::function<StereoBlock()>& render) {
    if (!playback_) {
        while (pace_.due(local_now()))
            (void)render();
        return;
    }
    for (auto wanted = playback_->blocks_wanted(); wanted > 0; --wanted)
        playback_->write(render());
}

void AudioOutputPort::report(AudioIo::Status& status) const {
    status.output_error = error_;
    status.output_latency = latency();
    if (playback_) status.output_underruns = playback_->underruns();
}

} // namespace plenum::media
