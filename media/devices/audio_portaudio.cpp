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

/// A microphone's samples come once a period of one block; what its buffer holds beside that is no delay.
constexpr double capture_latency_s = 0.020;
/// Two periods of one block, the least with which the device always has one to play while the other is filled. A card
/// that runs dry more than three times gets periods twice as long.
constexpr double playback_latency_s = 0.010;
constexpr unsigned card_underruns_max = 3;
constexpr std::size_t ring_blocks = 32;

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
    std::size_t period_blocks;
    PaStreamCallback* callback;
    void* user;
    /// Told before the first callback.
    std::atomic<int>* channels;
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
        const auto& device_info = *Pa_GetDeviceInfo(*index);
        const auto channels = request.input ? 1 : std::min(2, device_info.maxOutputChannels);
        request.channels->store(channels, std::memory_order_relaxed);
        const auto latency_s =
            request.input ? capture_latency_s : playback_latency_s * static_cast<double>(request.period_blocks);
        const PaStreamParameters parameters{*index, channels, paInt16, latency_s, nullptr};
        PaStream* raw = nullptr;
        auto status = Pa_OpenStream(&raw, request.input ? &parameters : nullptr, request.input ? nullptr : &parameters,
                                    sample_rate_hz, request.period_blocks * block_samples, paClipOff, request.callback,
                                    request.user);
        if (status == paNoError) {
            // Without the right to it the thread stays as it is.
            const auto* host = Pa_GetHostApiInfo(device_info.hostApi);
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
        auto stream = Stream::open(device, {true, 1, &PortaudioCapture::on_samples, this, &channels_});
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

    std::atomic<int> channels_{1};
    std::unique_ptr<Stream> stream_;
};

class PortaudioPlayback final : public AudioPlayback {
  public:
    explicit PortaudioPlayback(AudioWakeup& wakeup) : wakeup_{wakeup} {}
    [[nodiscard]] Result<void> start(const std::string& device) {
        device_ = device;
        stream_.reset(); // before it is opened again
        auto stream = Stream::open(device, {false, period_blocks_, &PortaudioPlayback::on_demand, this, &channels_});
        if (!stream) return std::unexpected{stream.error()};
        stream_ = std::move(*stream);
        return {};
    }
    [[nodiscard]] std::size_t blocks_wanted() override {
        if (period_blocks_ == 1 && card_underruns_.load(std::memory_order_relaxed) > card_underruns_max) {
            period_blocks_ = 2;
            (void)start(device_); // where it fails, `alive` says so
        }
        margin_.update(underruns(), played_.load(std::memory_order_relaxed) / block_samples);
        const auto held = ring_.size() / stereo_samples;
        const auto wanted = margin_.blocks() + period_blocks_ - 1;
        return held >= wanted ? 0 : wanted - held;
    }
    void write(const StereoBlock& block) override { ring_.write(interleave(block)); }
    [[nodiscard]] std::uint64_t underruns() const override { return underruns_.load(std::memory_order_relaxed); }
    [[nodiscard]] base::Duration latency() const override {
        return (stream_ ? stream_->latency() : base::Duration{}) +
               static_cast<std::int64_t>(margin_.blocks() + period_blocks_ - 1) * block_duration;
    }
    [[nodiscard]] bool alive() const override { return stream_ && stream_->active(); }

  private:
    static constexpr std::size_t stereo_samples = 2 * block_samples;

    static int on_demand(const void*, void* output, unsigned long count, const PaStreamCallbackTimeInfo*,
                         PaStreamCallbackFlags flags, void* user) {
        auto& self = *static_cast<PortaudioPlayback*>(user);
        const bool short_of_samples = !self.fill(static_cast<std::int16_t*>(output), count);
        const bool warm =
            self.played_.fetch_add(count, std::memory_order_relaxed) > PlaybackMargin::warm_up_blocks * block_samples;
        if (short_of_samples && warm) self.underruns_.fetch_add(1, std::memory_order_relaxed);
        if ((flags & paOutputUnderflow) != 0 && warm) self.card_underruns_.fetch_add(1, std::memory_order_relaxed);
        self.wakeup_.post();
        return paContinue;
    }
    /// False if silence had to fill up.
    bool fill(std::int16_t* output, std::size_t count) {
        if (channels_.load(std::memory_order_relaxed) == 2) {
            const auto read = ring_.read({output, 2 * count});
            std::fill(output + read, output + 2 * count, std::int16_t{0});
            return read == 2 * count;
        }
        for (std::size_t i = 0; i < count; ++i) {
            std::array<std::int16_t, 2> both{};
            if (ring_.read(both) < both.size()) {
                std::fill(output + i, output + count, std::int16_t{0});
                return false;
            }
            output[i] = static_cast<std::int16_t>((both[0] + both[1]) / 2);
        }
        return true;
    }

    AudioWakeup& wakeup_;
    std::string device_;
    std::size_t period_blocks_{1};
    SpscRing<std::int16_t> ring_{ring_blocks * stereo_samples};
    std::atomic<int> channels_{2};
    std::atomic<std::uint64_t> played_{0}; ///< samples of one channel
    std::atomic<std::uint64_t> underruns_{0};
    std::atomic<unsigned> card_underruns_{0};
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
