// SPDX-License-Identifier: Apache-2.0
#include "media/devices/audio_device.h"

#include "media/devices/audio_portaudio.h"
#include "media/devices/audio_pulse.h"

#include <algorithm>
#include <semaphore.h>

namespace plenum::media {

// --- wake-up ---

struct AudioWakeup::Impl {
    sem_t semaphore;
};

AudioWakeup::AudioWakeup() : impl_{std::make_unique<Impl>()} { sem_init(&impl_->semaphore, 0, 0); }
AudioWakeup::~AudioWakeup() { sem_destroy(&impl_->semaphore); }
void AudioWakeup::post() { sem_post(&impl_->semaphore); }

void AudioWakeup::wait(base::Duration timeout) {
    timespec until{};
    clock_gettime(CLOCK_MONOTONIC, &until);
    const auto nanoseconds = until.tv_nsec + std::max<std::int64_t>(0, timeout.count());
    until.tv_sec += nanoseconds / 1'000'000'000;
    until.tv_nsec = nanoseconds % 1'000'000'000;
    if (sem_clockwait(&impl_->semaphore, CLOCK_MONOTONIC, &until) != 0) return;
    while (sem_trywait(&impl_->semaphore) == 0) {
    }
}

// --- capture ---

bool AudioCapture::read(AudioBlock& block) {
    if (ring_.size() < block_samples) return false;
    return ring_.read(block) == block_samples;
}

std::size_t AudioCapture::keep_newest(std::size_t blocks) {
    const auto ready = blocks_ready();
    return ready <= blocks ? 0 : ring_.skip((ready - blocks) * block_samples) / block_samples;
}

void AudioCapture::push(std::span<const std::int16_t> samples, bool lost) {
    if (ring_.write(samples) < samples.size() || lost) overruns_.fetch_add(1, std::memory_order_relaxed);
    wakeup_.post();
}

// --- playback ---

std::array<std::int16_t, 2 * block_samples> interleave(const StereoBlock& block) {
    std::array<std::int16_t, 2 * block_samples> samples;
    for (std::size_t i = 0; i < block_samples; ++i) {
        samples[2 * i] = block.left[i];
        samples[2 * i + 1] = block.right[i];
    }
    return samples;
}

// --- the right backend ---

namespace {

/// Nothing came of it for want of a server or of a device that it knows.
template <class Opened>
bool try_cards(const Opened& opened) {
    return !opened && opened.error().kind == MediaError::Kind::no_device;
}

} // namespace

Result<std::unique_ptr<AudioCapture>> AudioCapture::open(const std::string& device, AudioWakeup& wakeup) {
    auto opened = open_pulse_capture(device, wakeup);
    return try_cards(opened) ? open_portaudio_capture(device, wakeup) : std::move(opened);
}

Result<std::unique_ptr<AudioPlayback>> AudioPlayback::open(const std::string& device, AudioWakeup& wakeup) {
    auto opened = open_pulse_playback(device, wakeup);
    return try_cards(opened) ? open_portaudio_playback(device, wakeup) : std::move(opened);
}

} // namespace plenum::media
