// SPDX-License-Identifier: Apache-2.0
#include "app/call/screen_sound_sender.h"

#include "core/tag/voice_flags.h"
#include "media/audio/level.h"
#include "media/thread.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

constexpr base::Duration retry_interval = 2s;
/// How soon the end of a share is noticed.
constexpr base::Duration packet_wait = 20ms;
/// Programs that are paused play on without sound. Decoders fade out within so many packets.
constexpr int silent_packets_max = 10;

float level_of(const media::StereoSamples& sound) {
    double sum = 0;
    for (std::size_t i = 0; i < sound.size(); ++i)
        sum += std::pow(sound.left.samples[i], 2) + std::pow(sound.right.samples[i], 2);
    return media::to_dbfs(std::sqrt(sum / (2.0 * static_cast<double>(sound.size()))) / 32768);
}

} // namespace

ScreenSoundSender::ScreenSoundSender(client::Session& session, Options options)
    : session_{session},
      options_{std::move(options)},
      thread_{[this](const std::stop_token& stop) { run(stop); }} {}

ScreenSoundSender::~ScreenSoundSender() {
    thread_.request_stop();
    thread_.join();
}

void ScreenSoundSender::set_on(bool on) {
    const std::lock_guard lock{mutex_};
    on_ = on;
    changed_.notify_one();
}

void ScreenSoundSender::set_flow(base::FlowId flow) {
    const std::lock_guard lock{mutex_};
    if (std::exchange(flow_, flow) != flow) changed_.notify_one();
}

base::FlowId ScreenSoundSender::wanted() {
    const std::lock_guard lock{mutex_};
    return on_ ? flow_ : base::FlowId{};
}

void ScreenSoundSender::wait_for_change(base::FlowId from, const std::stop_token& stop, base::Duration timeout) {
    std::unique_lock lock{mutex_};
    changed_.wait_for(lock, stop, timeout, [&] { return (on_ ? flow_ : base::FlowId{}) != from; });
}

void ScreenSoundSender::tell(bool capturing) {
    if (std::exchange(told_, capturing) != capturing && options_.capturing) options_.capturing(capturing);
}

void ScreenSoundSender::run(const std::stop_token& stop) {
    media::raise_thread_priority();
    std::unique_ptr<media::ComputerSound> sound;
    while (!stop.stop_requested()) {
        const auto flow = wanted();
        if (flow.value() == 0 || (sound && !sound->alive())) sound.reset();
        if (flow.value() != 0 && !sound) {
            if (auto opened = media::ComputerSound::open()) sound = std::move(*opened);
        }
        tell(sound != nullptr);
        if (!sound) {
            wait_for_change(flow, stop, retry_interval);
            continue;
        }
        // Opening and waiting took a while.
        if (const auto captured = sound->wait(packet_wait); captured && wanted() == flow) publish(flow, *captured);
    }
    sound.reset();
    tell(false);
}

void ScreenSoundSender::publish(base::FlowId flow, const media::ComputerSound::Captured& captured) {
    const auto level = level_of(captured.sound);
    const bool silent = level <= media::level_floor_dbfs;
    silent_packets_ = silent ? silent_packets_ + 1 : 0;
    if (silent_packets_ > silent_packets_max) return;
    auto packet = encoder_.encode(captured.sound);
    sequence_ = sequence_.next();
    if (options_.sent) options_.sent(captured.taken_at, sequence_, packet);
    // What finds the queue full is worth nothing later.
    const auto flags = tag::voice_flags(silent, tag::loudness_of(level));
    std::ignore = session_.publish({flow, flags, std::move(packet), captured.taken_at});
}

} // namespace plenum::app
