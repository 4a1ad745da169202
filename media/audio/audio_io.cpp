// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_io.h"

#include "media/audio/audio_ports.h"
#include "media/audio/device_retry.h"
#include "media/clock.h"
#include "media/thread.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <thread>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;

} // namespace

struct AudioIo::Impl {
    Options options;
    std::unique_ptr<AudioEngine> engine;
    AudioWakeup wakeup;

    // audio thread
    AudioInputPort input;
    AudioOutputPort output;
    DeviceRetry retry;

    // shared
    mutable std::mutex mutex;
    std::condition_variable packet_ready;
    std::deque<EncodedAudio> packets;
    std::optional<AudioInput> wanted_input;
    std::optional<AudioOutput> wanted_output;
    Status status;
    bool stopping{false};

    std::thread thread;

    ~Impl();
    void run();
    void take_wishes();
    void reopen_lost();
    void feed(const AudioBlock& block);
    StereoBlock render();
    Duration until_next() const;
    void publish();
};

AudioIo::Impl::~Impl() {
    {
        const std::lock_guard lock{mutex};
        stopping = true;
    }
    packet_ready.notify_all();
    wakeup.post();
    if (thread.joinable()) thread.join();
}

Result<std::unique_ptr<AudioIo>> AudioIo::start(Options options) {
    auto engine = AudioEngine::create(options.engine);
    if (!engine) return std::unexpected{engine.error()};
    auto impl = std::make_unique<Impl>();
    impl->engine = std::move(*engine);
    if (const auto* wanted = std::get_if<FileInput>(&options.input)) {
        // Here, so that a bad file is told before anything starts.
        auto file = AudioFileSource::open(wanted->path, wanted->loop);
        if (!file) return std::unexpected{file.error()};
        impl->input.prepare(std::move(*file));
    }
    impl->wanted_input = options.input;
    impl->wanted_output = options.output;
    impl->options = std::move(options);
    impl->thread = std::thread{[self = impl.get()] { self->run(); }};
    return std::unique_ptr<AudioIo>{new AudioIo{std::move(impl)}};
}

AudioIo::AudioIo(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
AudioIo::~AudioIo() = default;

// --- audio thread ---

void AudioIo::Impl::run() {
    raise_thread_priority();
    for (;;) {
        {
            const std::lock_guard lock{mutex};
            if (stopping) return;
        }
        take_wishes();
        reopen_lost();
        input.run([this](const AudioBlock& block) { feed(block); });
        output.run([this] { return render(); });
        publish();
        wakeup.wait(until_next());
    }
}

void AudioIo::Impl::take_wishes() {
    std::optional<AudioInput> new_input;
    std::optional<AudioOutput> new_output;
    {
        const std::lock_guard lock{mutex};
        std::swap(new_input, wanted_input);
        std::swap(new_output, wanted_output);
    }
    if (!new_input && !new_output) return;
    retry.handle_opened(local_now());
    if (new_input) input.open(*new_input, wakeup);
    if (new_output) output.open(*new_output, wakeup);
    engine->set_echo_delay(input.latency() + output.latency());
}

void AudioIo::Impl::reopen_lost() {
    if (!retry.due(local_now())) return;
    retry.handle_opened(local_now());
    input.reopen_lost(wakeup);
    output.reopen_lost(wakeup);
}

void AudioIo::Impl::feed(const AudioBlock& block) {
    auto packet = engine->capture(block);
    if (!packet) return;
    {
        const std::lock_guard lock{mutex};
        if (packets.size() >= options.packets_max) {
            packets.pop_front();
            ++status.packets_dropped;
        }
        packets.push_back(std::move(*packet));
    }
    packet_ready.notify_one();
}

StereoBlock AudioIo::Impl::render() {
    const auto mixed = engine->render(local_now());
    if (options.tap.sender_block) {
        for (const auto& [sender, block] : engine->rendered())
            options.tap.sender_block(sender, block);
    }
    if (options.tap.mixed_block) options.tap.mixed_block(to_mono(mixed));
    return mixed;
}

Duration AudioIo::Impl::until_next() const {
    constexpr Duration device_wait_max = 20ms; // devices post; this only bounds how late a wish is seen
    const auto next = std::min(input.next_at(), output.next_at());
    if (next == base::local_time_max) return device_wait_max;
    return std::clamp<Duration>(next - local_now(), Duration{}, device_wait_max);
}

void AudioIo::Impl::publish() {
    Status seen;
    input.report(seen);
    output.report(seen);
    const std::lock_guard lock{mutex};
    seen.packets_dropped = status.packets_dropped;
    status = seen;
}

// --- any thread ---

std::optional<EncodedAudio> AudioIo::wait_packet(Duration timeout) {
    std::unique_lock lock{impl_->mutex};
    impl_->packet_ready.wait_for(lock, timeout, [this] { return impl_->stopping || !impl_->packets.empty(); });
    if (impl_->packets.empty()) return std::nullopt;
    auto packet = std::move(impl_->packets.front());
    impl_->packets.pop_front();
    return packet;
}

bool AudioIo::receive(SoundSource source, AudioPacket packet) {
    return impl_->engine->receive(source, std::move(packet), local_now());
}
void AudioIo::stop_sender(SoundSource source) { impl_->engine->stop_sender(source); }
void AudioIo::remove_sender(SoundSource source) { impl_->engine->remove_sender(source); }

void AudioIo::set_input(AudioInput input) {
    const std::lock_guard lock{impl_->mutex};
    impl_->wanted_input = std::move(input);
}
void AudioIo::set_output(AudioOutput output) {
    const std::lock_guard lock{impl_->mutex};
    impl_->wanted_output = std::move(output);
}

void AudioIo::set_muted(bool muted) { impl_->engine->set_muted(muted); }
void AudioIo::set_input_gain_db(double gain_db) { impl_->engine->set_input_gain_db(gain_db); }
void AudioIo::set_sender_gain_db(base::MemberIndex sender, double gain_db) {
    impl_->engine->set_sender_gain_db(sender, gain_db);
}
void AudioIo::set_sender_muted(base::MemberIndex sender, bool muted) { impl_->engine->set_sender_muted(sender, muted); }
void AudioIo::set_output_gain_db(double gain_db) { impl_->engine->set_output_gain_db(gain_db); }
void AudioIo::set_sender_mix(SoundSource source, SenderMix mix) { impl_->engine->set_sender_mix(source, mix); }
void AudioIo::set_mode(AudioMode mode) { impl_->engine->set_mode(mode); }
void AudioIo::set_processing(const CaptureProcessing::Options& options) { impl_->engine->set_processing(options); }
void AudioIo::play_chime() { impl_->engine->play_chime(); }
void AudioIo::set_loss_percent(int loss_percent) { impl_->engine->set_loss_percent(loss_percent); }
void AudioIo::set_bitrate(int bitrate_bps) { impl_->engine->set_bitrate(bitrate_bps); }

AudioIo::Status AudioIo::status() const {
    const std::lock_guard lock{impl_->mutex};
    return impl_->status;
}
AudioEngine::Stats AudioIo::stats() const { return impl_->engine->stats(); }

} // namespace plenum::media
