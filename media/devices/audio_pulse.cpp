// SPDX-License-Identifier: Apache-2.0
#include "media/devices/audio_pulse.h"

#include "media/devices/playback_margin.h"
#include "media/devices/pulse_connection.h"
#include "media/thread.h"

#include <array>
#include <string_view>

/// libpulse itself rather than ALSA's plug-in for it or GStreamer's elements: the plug-in knows the default device
/// alone, and the elements bring threads and clocks of their own. Here the audio thread writes as the server asks, and
/// the server's buffer is the only one.
namespace plenum::media {
namespace {

constexpr pa_sample_spec mono{PA_SAMPLE_S16NE, static_cast<std::uint32_t>(sample_rate_hz), 1};
constexpr pa_sample_spec stereo{PA_SAMPLE_S16NE, static_cast<std::uint32_t>(sample_rate_hz), 2};
constexpr std::size_t capture_block_bytes = block_samples * sizeof(std::int16_t);
constexpr std::size_t playback_block_bytes = 2 * capture_block_bytes;
/// What the server holds for the sink beside `PlaybackMargin`: it keeps two requests of a block each in hand.
constexpr std::size_t playback_blocks_base = 2;
/// Blocks written in one go at most, after the server stood still.
constexpr std::size_t burst_blocks_max = 16;
constexpr auto server_decides = static_cast<std::uint32_t>(-1);

const char* server_name(const std::string& device) {
    constexpr std::array<std::string_view, 4> whole_server{"", "default", "pulse", "pipewire"};
    return std::ranges::find(whole_server, device) == whole_server.end() ? device.c_str() : nullptr;
}

/// A stream and what of it is read by other threads. Destroyed, no callback of it comes any more.
class PulseStream {
  public:
    struct Wish {
        bool input;
        std::string device;
        pa_buffer_attr buffer;
        pa_stream_request_cb_t on_request;
        void* user;
    };
    [[nodiscard]] Result<void> open(const Wish& wish) {
        const auto* what = wish.input ? "microphone" : "loudspeaker";
        connection_ = PulseConnection::open();
        if (!connection_) return media_error(MediaError::Kind::no_device, "No sound server answers.");
        const PulseConnection::Lock lock{*connection_};
        stream_ = make_stream(wish);
        if (stream_ == nullptr) return media_error(MediaError::Kind::device_failed, failure(what));
        const auto is_settled = [this] { return pa_stream_get_state(stream_) != PA_STREAM_CREATING; };
        const auto asked = connect(wish) == 0 && connection_->wait_until(is_settled);
        if (asked && pa_stream_get_state(stream_) == PA_STREAM_READY) {
            alive_ = true;
            const auto held = wish.input ? wish.buffer.fragsize : wish.buffer.tlength;
            latency_ns_ = static_cast<std::int64_t>(pa_bytes_to_usec(held, &format_of(wish))) * 1000;
            return {};
        }
        if (pa_context_errno(connection_->context()) != PA_ERR_NOENTITY)
            return media_error(MediaError::Kind::device_failed, failure(what));
        return media_error(MediaError::Kind::no_device, server_name(wish.device) == nullptr
                                                            ? std::string{"This machine has no "} + what + "."
                                                            : std::string{"The chosen "} + what + " is not there.");
    }
    PulseStream() = default;
    ~PulseStream() {
        if (!connection_ || stream_ == nullptr) return;
        const PulseConnection::Lock lock{*connection_};
        pa_stream_set_state_callback(stream_, nullptr, nullptr);
        pa_stream_set_read_callback(stream_, nullptr, nullptr);
        pa_stream_set_write_callback(stream_, nullptr, nullptr);
        pa_stream_set_underflow_callback(stream_, nullptr, nullptr);
        pa_stream_disconnect(stream_);
        pa_stream_unref(stream_);
    }
    PulseStream(const PulseStream&) = delete;
    PulseStream& operator=(const PulseStream&) = delete;

    [[nodiscard]] pa_stream* get() const { return stream_; }
    [[nodiscard]] PulseConnection& connection() const { return *connection_; }
    [[nodiscard]] bool alive() const { return alive_.load(std::memory_order_relaxed); }
    [[nodiscard]] base::Duration latency() const { return base::Duration{latency_ns_.load(std::memory_order_relaxed)}; }
    /// On the library's thread: follows the latency as the server reports it, which swings with each of its requests.
    void measure() {
        pa_usec_t latency = 0;
        int negative = 0;
        if (pa_stream_get_latency(stream_, &latency, &negative) != 0 || negative != 0) return;
        const auto before = latency_ns_.load(std::memory_order_relaxed);
        latency_ns_.store(before + (static_cast<std::int64_t>(latency) * 1000 - before) / 16,
                          std::memory_order_relaxed);
    }

  private:
    [[nodiscard]] pa_stream* make_stream(const Wish& wish) {
        auto* properties = pa_proplist_new();
        // Desktops choose a headset's telephone profile by it.
        pa_proplist_sets(properties, PA_PROP_MEDIA_ROLE, "phone");
        auto* stream = pa_stream_new_with_proplist(connection_->context(),
                                                   wish.input ? "Microphone of the conference" : "Conference",
                                                   &format_of(wish), nullptr, properties);
        pa_proplist_free(properties);
        if (stream == nullptr) return nullptr;
        const auto on_state = [](pa_stream* changed, void* user) {
            auto& self = *static_cast<PulseStream*>(user);
            if (pa_stream_get_state(changed) == PA_STREAM_READY) raise_thread_priority();
            if (PA_STREAM_IS_GOOD(pa_stream_get_state(changed)) == 0) self.alive_ = false;
            self.connection_->notify();
        };
        pa_stream_set_state_callback(stream, on_state, this);
        if (wish.input)
            pa_stream_set_read_callback(stream, wish.on_request, wish.user);
        else
            pa_stream_set_write_callback(stream, wish.on_request, wish.user);
        return stream;
    }
    [[nodiscard]] int connect(const Wish& wish) {
        const auto* name = server_name(wish.device);
        // The server would move a stream away from the chosen device once that is no more the default.
        const auto flags = static_cast<pa_stream_flags_t>(PA_STREAM_ADJUST_LATENCY | PA_STREAM_AUTO_TIMING_UPDATE |
                                                          PA_STREAM_INTERPOLATE_TIMING |
                                                          (name == nullptr ? PA_STREAM_NOFLAGS : PA_STREAM_DONT_MOVE));
        return wish.input ? pa_stream_connect_record(stream_, name, &wish.buffer, flags)
                          : pa_stream_connect_playback(stream_, name, &wish.buffer, flags, nullptr, nullptr);
    }
    [[nodiscard]] std::string failure(const char* what) const {
        return std::string{"The "} + what + " does not open (" + pa_strerror(pa_context_errno(connection_->context())) +
               ").";
    }
    static const pa_sample_spec& format_of(const Wish& wish) { return wish.input ? mono : stereo; }

    std::unique_ptr<PulseConnection> connection_;
    pa_stream* stream_{nullptr};
    std::atomic<bool> alive_{false};
    std::atomic<std::int64_t> latency_ns_{0};
};

class PulseCapture final : public AudioCapture {
  public:
    explicit PulseCapture(AudioWakeup& wakeup) : AudioCapture{wakeup} {}
    [[nodiscard]] Result<void> start(const std::string& device) {
        pa_buffer_attr buffer{server_decides, server_decides, server_decides, server_decides, capture_block_bytes};
        return stream_.open({true, device, buffer, &PulseCapture::on_samples, this});
    }
    [[nodiscard]] base::Duration latency() const override { return stream_.latency(); }
    [[nodiscard]] bool alive() const override { return stream_.alive(); }

  private:
    static void on_samples(pa_stream* stream, std::size_t, void* user) {
        auto& self = *static_cast<PulseCapture*>(user);
        const void* data = nullptr;
        std::size_t size = 0;
        while (pa_stream_readable_size(stream) > 0 && pa_stream_peek(stream, &data, &size) == 0 && size > 0) {
            const std::span samples{static_cast<const std::int16_t*>(data),
                                    data == nullptr ? 0 : size / sizeof(std::int16_t)};
            self.push(samples, data == nullptr); // without data it is a hole
            pa_stream_drop(stream);
        }
        self.stream_.measure();
    }

    PulseStream stream_;
};

class PulsePlayback final : public AudioPlayback {
  public:
    explicit PulsePlayback(AudioWakeup& wakeup) : wakeup_{wakeup} {}
    [[nodiscard]] Result<void> start(const std::string& device) {
        auto opened = stream_.open({false, device, buffer(), &PulsePlayback::on_demand, this});
        if (!opened) return opened;
        const PulseConnection::Lock lock{stream_.connection()};
        const auto on_underflow = [](pa_stream*, void* user) {
            auto& self = *static_cast<PulsePlayback*>(user);
            if (self.written_.load(std::memory_order_relaxed) > PlaybackMargin::warm_up_blocks)
                self.underruns_.fetch_add(1, std::memory_order_relaxed);
        };
        pa_stream_set_underflow_callback(stream_.get(), on_underflow, this);
        return {};
    }
    [[nodiscard]] std::size_t blocks_wanted() override {
        const PulseConnection::Lock lock{stream_.connection()};
        if (margin_.update(underruns(), written_)) {
            const auto wanted = buffer();
            if (auto* asked = pa_stream_set_buffer_attr(stream_.get(), &wanted, nullptr, nullptr))
                pa_operation_unref(asked);
        }
        const auto writable = pa_stream_writable_size(stream_.get());
        return alive() && writable != static_cast<std::size_t>(-1)
                   ? std::min(writable / playback_block_bytes, burst_blocks_max)
                   : 0;
    }
    void write(const StereoBlock& block) override {
        const auto interleaved = interleave(block);
        const PulseConnection::Lock lock{stream_.connection()};
        pa_stream_write(stream_.get(), interleaved.data(), playback_block_bytes, nullptr, 0, PA_SEEK_RELATIVE);
        ++written_;
    }
    [[nodiscard]] std::uint64_t underruns() const override { return underruns_.load(std::memory_order_relaxed); }
    [[nodiscard]] base::Duration latency() const override { return stream_.latency(); }
    [[nodiscard]] bool alive() const override { return stream_.alive(); }

  private:
    static void on_demand(pa_stream*, std::size_t, void* user) {
        auto& self = *static_cast<PulsePlayback*>(user);
        self.stream_.measure();
        self.wakeup_.post();
    }
    /// It plays on once a block is there, so that an underrun does not become a delay.
    [[nodiscard]] pa_buffer_attr buffer() const {
        const auto bytes = static_cast<std::uint32_t>((playback_blocks_base + margin_.blocks()) * playback_block_bytes);
        return {server_decides, bytes, playback_block_bytes, playback_block_bytes, server_decides};
    }

    AudioWakeup& wakeup_;
    std::atomic<std::uint64_t> written_{0};
    std::atomic<std::uint64_t> underruns_{0};
    PlaybackMargin margin_; // of the thread that writes
    PulseStream stream_;
};

} // namespace

Result<std::unique_ptr<AudioCapture>> open_pulse_capture(const std::string& device, AudioWakeup& wakeup) {
    auto capture = std::make_unique<PulseCapture>(wakeup);
    if (auto started = capture->start(device); !started) return std::unexpected{started.error()};
    return capture;
}

Result<std::unique_ptr<AudioPlayback>> open_pulse_playback(const std::string& device, AudioWakeup& wakeup) {
    auto playback = std::make_unique<PulsePlayback>(wakeup);
    if (auto started = playback->start(device); !started) return std::unexpected{started.error()};
    return playback;
}

} // namespace plenum::media
