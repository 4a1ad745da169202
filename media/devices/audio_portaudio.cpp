// SPDX-License-Identifier: Apache-2.0
#include "media/devices/audio_portaudio.h"

#include "media/devices/spsc_ring.h"

#include <alsa/asoundlib.h>
#include <array>
#include <atomic>
#include <dlfcn.h>
#include <mutex>
#include <pa_linux_alsa.h>
#include <portaudio.h>
#include <semaphore.h>

namespace plenum::media {
namespace {

/// Two periods of 10 ms, the least with which the device always has one to play while the other is filled.
constexpr double latency_s = 0.020;
constexpr std::size_t ring_blocks = 16;
constexpr std::size_t playback_blocks_min = 1;
constexpr std::size_t playback_blocks_max = 4;
/// Callbacks (10 ms each): the device fills itself at its start, which is no underrun; after so long without one, less
/// is held.
constexpr std::uint64_t warm_up_callbacks = 100;
constexpr std::uint64_t calm_callbacks = 2000;

// --- the library: one per process, its calls serialised ---

std::mutex library_mutex;
int library_users = 0;

void ignore_alsa(const char*, int, const char*, int, const char*, ...) {}
void ignore_jack(const char*) {}

/// The backends PortAudio tries write to standard error when their server is not there, which is no error of ours.
/// ALSA and JACK each have a handler for that; JACK's library is PortAudio's dependency, not ours, so it is looked up.
void quieten_backends() {
    snd_lib_error_set_handler(&ignore_alsa);
    for (const auto* name : {"jack_set_error_function", "jack_set_info_function"}) {
        using SetHandler = void (*)(void (*)(const char*));
        if (auto* found = dlsym(RTLD_DEFAULT, name)) reinterpret_cast<SetHandler>(found)(&ignore_jack);
    }
}

/// Keeps PortAudio initialised. To be made and destroyed under the library's mutex.
class LibraryUse {
  public:
    LibraryUse() {
        if (library_users++ > 0) return;
        quieten_backends();
        // Where it fails there are no devices, which is told to whoever looks for one.
        (void)Pa_Initialize();
    }
    ~LibraryUse() {
        if (--library_users == 0) Pa_Terminate();
    }
    LibraryUse(const LibraryUse&) = delete;
    LibraryUse& operator=(const LibraryUse&) = delete;
};

std::optional<PaDeviceIndex> find_device(const std::string& id, bool input) {
    const auto usable = [input](const PaDeviceInfo* info) {
        return (input ? info->maxInputChannels : info->maxOutputChannels) > 0;
    };
    if (id.empty()) {
        const auto index = input ? Pa_GetDefaultInputDevice() : Pa_GetDefaultOutputDevice();
        return index == paNoDevice ? std::nullopt : std::optional{index};
    }
    for (PaDeviceIndex i = 0; i < Pa_GetDeviceCount(); ++i) {
        const auto* info = Pa_GetDeviceInfo(i);
        if (id == info->name && usable(info)) return i;
    }
    return std::nullopt;
}

struct StreamRequest {
    bool input;
    PaStreamCallback* callback;
    void* user;
};

/// An open, running stream.
class Stream {
  public:
    static Result<std::unique_ptr<Stream>> open(const std::string& device, const StreamRequest& request) {
        const std::lock_guard lock{library_mutex};
        auto library = std::make_unique<LibraryUse>();
        const auto* what = request.input ? "microphone" : "loudspeaker";
        const auto index = find_device(device, request.input);
        if (!index) {
            return media_error(MediaError::Kind::no_device, device.empty()
                                                                ? std::string{"This machine has no "} + what + "."
                                                                : std::string{"The chosen "} + what + " is not there.");
        }
        const PaStreamParameters parameters{*index, 1, paInt16, latency_s, nullptr};
        PaStream* raw = nullptr;
        auto status = Pa_OpenStream(&raw, request.input ? &parameters : nullptr, request.input ? nullptr : &parameters,
                                    sample_rate_hz, block_samples, paClipOff, request.callback, request.user);
        if (status == paNoError) {
            // Without the right to it the thread stays as it is.
            const auto* host = Pa_GetHostApiInfo(Pa_GetDeviceInfo(*index)->hostApi);
            if (host->type == paALSA) PaAlsa_EnableRealtimeScheduling(raw, 1);
            status = Pa_StartStream(raw);
            if (status != paNoError) Pa_CloseStream(raw);
        }
        if (status != paNoError) {
            return media_error(MediaError::Kind::device_failed,
                               std::string{"The "} + what + " does not open (" + Pa_GetErrorText(status) + ").");
        }
        const auto* info = Pa_GetStreamInfo(raw);
        const auto latency = request.input ? info->inputLatency : info->outputLatency;
        return std::unique_ptr<Stream>{new Stream{std::move(library), raw, latency}};
    }
    ~Stream() {
        const std::lock_guard lock{library_mutex};
        Pa_AbortStream(stream_);
        Pa_CloseStream(stream_);
        library_.reset();
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    [[nodiscard]] bool active() const { return Pa_IsStreamActive(stream_) == 1; }
    [[nodiscard]] base::Duration latency() const { return base::Duration{static_cast<std::int64_t>(latency_s_ * 1e9)}; }

  private:
    Stream(std::unique_ptr<LibraryUse> library, PaStream* stream, double latency)
        : library_{std::move(library)},
          stream_{stream},
          latency_s_{latency} {}
    std::unique_ptr<LibraryUse> library_;
    PaStream* stream_;
    double latency_s_;
};

} // namespace

std::vector<AudioDevice> list_audio_devices() {
    const std::lock_guard lock{library_mutex};
    const LibraryUse library;
    std::vector<AudioDevice> devices;
    for (PaDeviceIndex i = 0; i < Pa_GetDeviceCount(); ++i) {
        const auto* info = Pa_GetDeviceInfo(i);
        devices.push_back({.id = info->name,
                           .input = info->maxInputChannels > 0,
                           .output = info->maxOutputChannels > 0,
                           .input_default = i == Pa_GetDefaultInputDevice(),
                           .output_default = i == Pa_GetDefaultOutputDevice()});
    }
    return devices;
}

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

struct AudioCapture::Impl {
    explicit Impl(AudioWakeup& owner) : wakeup{owner} {}
    AudioWakeup& wakeup;
    SpscRing<std::int16_t> ring{ring_blocks * block_samples};
    std::atomic<std::uint64_t> overruns{0};
    std::unique_ptr<Stream> stream; // last: it stops before what its callback uses is gone

    static int on_samples(const void* input, void*, unsigned long count, const PaStreamCallbackTimeInfo*,
                          PaStreamCallbackFlags flags, void* user) {
        auto& self = *static_cast<Impl*>(user);
        const std::span samples{static_cast<const std::int16_t*>(input), count};
        const auto lost = input == nullptr || self.ring.write(samples) < count || (flags & paInputOverflow) != 0;
        if (lost) self.overruns.fetch_add(1, std::memory_order_relaxed);
        self.wakeup.post();
        return paContinue;
    }
};

AudioCapture::AudioCapture(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
AudioCapture::~AudioCapture() = default;

Result<std::unique_ptr<AudioCapture>> AudioCapture::open(const std::string& device, AudioWakeup& wakeup) {
    auto impl = std::make_unique<Impl>(wakeup);
    auto stream = Stream::open(device, {true, &Impl::on_samples, impl.get()});
    if (!stream) return std::unexpected{stream.error()};
    impl->stream = std::move(*stream);
    return std::unique_ptr<AudioCapture>{new AudioCapture{std::move(impl)}};
}

bool AudioCapture::read(AudioBlock& block) {
    if (impl_->ring.size() < block_samples) return false;
    return impl_->ring.read(block) == block_samples;
}

std::size_t AudioCapture::keep_newest(std::size_t blocks) {
    const auto ready = blocks_ready();
    return ready <= blocks ? 0 : impl_->ring.skip((ready - blocks) * block_samples) / block_samples;
}
std::size_t AudioCapture::blocks_ready() const { return impl_->ring.size() / block_samples; }
std::uint64_t AudioCapture::overruns() const { return impl_->overruns.load(std::memory_order_relaxed); }
base::Duration AudioCapture::latency() const { return impl_->stream->latency(); }
bool AudioCapture::alive() const { return impl_->stream->active(); }

// --- playback ---

struct AudioPlayback::Impl {
    explicit Impl(AudioWakeup& owner) : wakeup{owner} {}
    AudioWakeup& wakeup;
    SpscRing<std::int16_t> ring{ring_blocks * block_samples};
    std::atomic<std::uint64_t> callbacks{0};
    std::atomic<std::uint64_t> underruns{0};
    // Of the thread that writes:
    std::size_t blocks_held{playback_blocks_min};
    std::uint64_t underruns_seen{0};
    std::uint64_t calm_since{0};
    std::unique_ptr<Stream> stream;

    static int on_demand(const void*, void* output, unsigned long count, const PaStreamCallbackTimeInfo*,
                         PaStreamCallbackFlags, void* user) {
        auto& self = *static_cast<Impl*>(user);
        const std::span samples{static_cast<std::int16_t*>(output), count};
        const auto read = self.ring.read(samples);
        std::fill(samples.begin() + static_cast<std::ptrdiff_t>(read), samples.end(), std::int16_t{0});
        const auto callbacks = self.callbacks.fetch_add(1, std::memory_order_relaxed);
        if (read < count && callbacks > warm_up_callbacks) self.underruns.fetch_add(1, std::memory_order_relaxed);
        self.wakeup.post();
        return paContinue;
    }
};

AudioPlayback::AudioPlayback(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
AudioPlayback::~AudioPlayback() = default;

Result<std::unique_ptr<AudioPlayback>> AudioPlayback::open(const std::string& device, AudioWakeup& wakeup) {
    auto impl = std::make_unique<Impl>(wakeup);
    auto stream = Stream::open(device, {false, &Impl::on_demand, impl.get()});
    if (!stream) return std::unexpected{stream.error()};
    impl->stream = std::move(*stream);
    return std::unique_ptr<AudioPlayback>{new AudioPlayback{std::move(impl)}};
}

std::size_t AudioPlayback::blocks_wanted() {
    auto& self = *impl_;
    const auto callbacks = self.callbacks.load(std::memory_order_relaxed);
    const auto count = underruns();
    if (count != self.underruns_seen) {
        self.underruns_seen = count;
        self.blocks_held = std::min(self.blocks_held + 1, playback_blocks_max);
        self.calm_since = callbacks;
    } else if (callbacks - self.calm_since > calm_callbacks) {
        self.blocks_held = std::max(self.blocks_held - 1, playback_blocks_min);
        self.calm_since = callbacks;
    }
    const auto held = self.ring.size() / block_samples;
    return held >= self.blocks_held ? 0 : self.blocks_held - held;
}

void AudioPlayback::write(const AudioBlock& block) { impl_->ring.write(block); }
std::uint64_t AudioPlayback::underruns() const { return impl_->underruns.load(std::memory_order_relaxed); }
base::Duration AudioPlayback::latency() const {
    return impl_->stream->latency() + impl_->blocks_held * std::chrono::milliseconds{10};
}
bool AudioPlayback::alive() const { return impl_->stream->active(); }

} // namespace plenum::media
