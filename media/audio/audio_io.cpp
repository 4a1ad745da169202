// SPDX-License-Identifier: Apache-2.0
#include "media/audio/audio_io.h"

#include "media/clock.h"
#include "media/devices/audio_source_gst.h"
#include "media/thread.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <thread>

namespace plenum::media {
namespace {

using base::Duration;
using base::operator""ms;
using base::operator""s;

constexpr Duration block_duration = 10ms;
/// A clock-paced side this far behind starts anew instead of hurrying.
constexpr Duration behind_max = 200ms;
/// Microphone blocks that may wait; a thread that was held up throws away what is older than two.
constexpr std::size_t capture_blocks_max = 6;
constexpr std::size_t capture_blocks_kept = 2;
constexpr Duration reopen_interval = 3s;

/// Beats every 10 ms.
class Pace {
  public:
    [[nodiscard]] bool due(base::LocalTime now) {
        if (now - next_ > behind_max) next_ = now;
        if (now < next_) return false;
        next_ += block_duration;
        return true;
    }
    [[nodiscard]] base::LocalTime next() const { return next_; }

  private:
    base::LocalTime next_{};
};

} // namespace

struct AudioIo::Impl {
    Options options;
    std::unique_ptr<AudioEngine> engine;
    AudioWakeup wakeup;

    // audio thread
    AudioInput input{NoInput{}};
    AudioOutput output{NoOutput{}};
    std::unique_ptr<AudioCapture> capture;
    std::unique_ptr<AudioPlayback> playback;
    std::unique_ptr<AudioFileSource> file;
    std::optional<ToneSource> tone;
    Pace input_pace;
    Pace output_pace;
    base::LocalTime reopened_at{};
    Status now_status;

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
    void open_input();
    void open_output();
    void reopen_lost();
    void run_input();
    void run_output();
    void feed(const AudioBlock& block);
    void feed_paced();
    AudioBlock render();
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
        impl->file = std::move(*file);
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
        run_input();
        run_output();
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
    if (new_input) {
        input = *new_input;
        open_input();
    }
    if (new_output) {
        output = *new_output;
        open_output();
    }
    if (new_input || new_output) {
        const auto in = capture ? capture->latency() : Duration{};
        const auto out = playback ? playback->latency() : Duration{};
        engine->set_echo_delay(in + out);
    }
}

void AudioIo::Impl::open_input() {
    capture.reset();
    tone.reset();
    now_status.input_error.reset();
    reopened_at = local_now();
    auto first_file = std::exchange(file, nullptr);
    if (const auto* device = std::get_if<DeviceInput>(&input)) {
        auto opened = AudioCapture::open(device->device, wakeup);
        if (opened) {
            capture = std::move(*opened);
        } else {
            now_status.input_error = opened.error();
        }
    } else if (const auto* wanted = std::get_if<FileInput>(&input)) {
        if (first_file) {
            file = std::move(first_file);
            return;
        }
        auto opened = AudioFileSource::open(wanted->path, wanted->loop);
        if (opened) {
            file = std::move(*opened);
        } else {
            now_status.input_error = opened.error();
        }
    } else if (const auto* sine = std::get_if<ToneInput>(&input)) {
        tone.emplace(sine->frequency_hz, sine->level_dbfs);
    }
}

void AudioIo::Impl::open_output() {
    playback.reset();
    now_status.output_error.reset();
    reopened_at = local_now();
    const auto* device = std::get_if<DeviceOutput>(&output);
    if (device == nullptr) return;
    auto opened = AudioPlayback::open(device->device, wakeup);
    if (opened) {
        playback = std::move(*opened);
    } else {
        now_status.output_error = opened.error();
    }
}

void AudioIo::Impl::reopen_lost() {
    if (local_now() - reopened_at < reopen_interval) return;
    reopened_at = local_now();
    if (std::holds_alternative<DeviceInput>(input) && (!capture || !capture->alive())) open_input();
    if (std::holds_alternative<DeviceOutput>(output) && (!playback || !playback->alive())) open_output();
}

void AudioIo::Impl::run_input() {
    if (!capture) return feed_paced();
    if (capture->blocks_ready() > capture_blocks_max) {
        now_status.input_overruns += capture->keep_newest(capture_blocks_kept);
    }
    AudioBlock block;
    while (capture->read(block))
        feed(block);
}

void AudioIo::Impl::feed_paced() {
    while (input_pace.due(local_now())) {
        AudioBlock block{};
        if (tone) {
            block = tone->read();
        } else if (!file) {
            continue; // no input: nothing is sent
        } else if (const auto read = file->read(block); read == AudioFileSource::Read::ended) {
            file.reset();
            continue;
        } else if (read == AudioFileSource::Read::starved) {
            ++now_status.input_starved;
        }
        feed(block);
    }
}

void AudioIo::Impl::feed(const AudioBlock& block) {
    auto packet = engine->capture(block);
    if (!packet) return;
    {
        const std::lock_guard lock{mutex};
        if (packets.size() >= options.packets_max) {
            packets.pop_front();
            ++now_status.packets_dropped;
        }
        packets.push_back(std::move(*packet));
    }
    packet_ready.notify_one();
}

void AudioIo::Impl::run_output() {
    if (!playback) {
        while (output_pace.due(local_now()))
            (void)render();
        return;
    }
    for (auto wanted = playback->blocks_wanted(); wanted > 0; --wanted)
        playback->write(render());
}

AudioBlock AudioIo::Impl::render() {
    const auto mixed = engine->render(local_now());
    if (options.tap.sender_block) {
        for (const auto& [sender, block] : engine->rendered())
            options.tap.sender_block(sender, block);
    }
    if (options.tap.mixed_block) options.tap.mixed_block(mixed);
    return mixed;
}

Duration AudioIo::Impl::until_next() const {
    constexpr Duration device_wait_max = 20ms; // devices post; this only bounds how late a wish is seen
    auto wait = device_wait_max;
    const auto now = local_now();
    if (!capture) wait = std::min(wait, input_pace.next() - now);
    if (!playback) wait = std::min(wait, output_pace.next() - now);
    return std::max(wait, Duration{});
}

void AudioIo::Impl::publish() {
    now_status.input_latency = capture ? capture->latency() : Duration{};
    now_status.output_latency = playback ? playback->latency() : Duration{};
    const std::lock_guard lock{mutex};
    status = now_status;
    if (capture) status.input_overruns += capture->overruns();
    if (playback) status.output_underruns = playback->underruns();
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

bool AudioIo::receive(base::MemberIndex sender, AudioPacket packet) {
    return impl_->engine->receive(sender, std::move(packet), local_now());
}
void AudioIo::remove_sender(base::MemberIndex sender) { impl_->engine->remove_sender(sender); }

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
