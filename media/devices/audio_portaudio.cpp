// SPDX-License-Identifier: Apache-2.0
#include "media/devices/audio_portaudio.h"

#include "media/devices/playback_margin.h"

#include <alsa/asoundlib.h>
#include <array>
#include <atomic>
#include <dlfcn.h>
#include <mutex>
#include <pa_linux_alsa.h>
#include <portaudio.h>

namespace plenum::media {
namespace {

/// Two periods of 10 ms, the least with which the device always has one to play while the other is filled.
constexpr double latency_s = 0.020;
constexpr std::size_t ring_blocks = 16;

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

class PortaudioCapture final : public AudioCapture {
  public:
    explicit PortaudioCapture(AudioWakeup& wakeup) : AudioCapture{wakeup} {}
    [[nodiscard]] Result<void> start(const std::string& device) {
        auto stream = Stream::open(device, {true, &PortaudioCapture::on_samples, this});
        if (!stream) return std::unexpected{stream.error()};
        stream_ = std::move(*stream);
        return {};
    }
    [[nodiscard]] base::Duration latency() const override { return stream_->latency(); }
    [[nodiscard]] bool alive() const override { return stream_->active(); }

  private:
    static int on_samples(const void* input, void*, unsigned long count, const PaStreamCallbackTimeInfo*,
                          PaStreamCallbackFlags flags, void* user) {
        const std::span samples{static_cast<const std::int16_t*>(input), input == nullptr ? 0 : count};
        static_cast<PortaudioCapture*>(user)->push(samples, input == nullptr || (flags & paInputOverflow) != 0);
        return paContinue;
    }

    std::unique_ptr<Stream> stream_;
};

class PortaudioPlayback final : public AudioPlayback {
  public:
    explicit PortaudioPlayback(AudioWakeup& wakeup) : wakeup_{wakeup} {}
    [[nodiscard]] Result<void> start(const std::string& device) {
        auto stream = Stream::open(device, {false, &PortaudioPlayback::on_demand, this});
        if (!stream) return std::unexpected{stream.error()};
        stream_ = std::move(*stream);
        return {};
    }
    [[nodiscard]] std::size_t blocks_wanted() override {
        margin_.update(underruns(), callbacks_.load(std::memory_order_relaxed));
        const auto held = ring_.size() / block_samples;
        return held >= margin_.blocks() ? 0 : margin_.blocks() - held;
    }
    void write(const AudioBlock& block) override { ring_.write(block); }
    [[nodiscard]] std::uint64_t underruns() const override { return underruns_.load(std::memory_order_relaxed); }
    [[nodiscard]] base::Duration latency() const override {
        return stream_->latency() + margin_.blocks() * std::chrono::milliseconds{10};
    }
    [[nodiscard]] bool alive() const override { return stream_->active(); }

  private:
    static int on_demand(const void*, void* output, unsigned long count, const PaStreamCallbackTimeInfo*,
                         PaStreamCallbackFlags, void* user) {
        auto& self = *static_cast<PortaudioPlayback*>(user);
        const std::span samples{static_cast<std::int16_t*>(output), count};
        const auto read = self.ring_.read(samples);
        std::fill(samples.begin() + static_cast<std::ptrdiff_t>(read), samples.end(), std::int16_t{0});
        const auto callbacks = self.callbacks_.fetch_add(1, std::memory_order_relaxed);
        if (read < count && callbacks > PlaybackMargin::warm_up_blocks)
            self.underruns_.fetch_add(1, std::memory_order_relaxed);
        self.wakeup_.post();
        return paContinue;
    }

    AudioWakeup& wakeup_;
    SpscRing<std::int16_t> ring_{ring_blocks * block_samples};
    std::atomic<std::uint64_t> callbacks_{0};
    std::atomic<std::uint64_t> underruns_{0};
    PlaybackMargin margin_;          // of the thread that writes
    std::unique_ptr<Stream> stream_; // last: it stops before what its callback uses is gone
};

} // namespace

std::vector<AudioDevice> list_portaudio_devices() {
    const std::lock_guard lock{library_mutex};
    const LibraryUse library;
    std::vector<AudioDevice> devices;
    for (PaDeviceIndex i = 0; i < Pa_GetDeviceCount(); ++i) {
        const auto* info = Pa_GetDeviceInfo(i);
        devices.push_back({.id = info->name,
                           .name = {},
                           .input = info->maxInputChannels > 0,
                           .output = info->maxOutputChannels > 0,
                           .input_default = i == Pa_GetDefaultInputDevice(),
                           .output_default = i == Pa_GetDefaultOutputDevice(),
                           .monitor = false});
    }
    return devices;
}

Result<std::unique_ptr<AudioCapture>> open_portaudio_capture(const std::string& device, AudioWakeup& wakeup) {
    auto capture = std::make_unique<PortaudioCapture>(wakeup);
    if (auto started = capture->start(device); !started) return std::unexpected{started.error()};
    return capture;
}

Result<std::unique_ptr<AudioPlayback>> open_portaudio_playback(const std::string& device, AudioWakeup& wakeup) {
    auto playback = std::make_unique<PortaudioPlayback>(wakeup);
    if (auto started = playback->start(device); !started) return std::unexpected{started.error()};
    return playback;
}

} // namespace plenum::media
