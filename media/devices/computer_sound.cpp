// SPDX-License-Identifier: Apache-2.0
#include "media/devices/computer_sound.h"

#include "media/audio/sound_mixdown.h"
#include "media/clock.h"
#include "media/devices/pulse_connection.h"

#include <array>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <unistd.h>

namespace plenum::media {
namespace {

constexpr pa_sample_spec stereo{PA_SAMPLE_S16NE, static_cast<std::uint32_t>(sample_rate_hz), 2};
/// Pieces in which the server hands over.
constexpr std::uint32_t piece_bytes = 2 * block_samples * 2 * sizeof(std::int16_t);
/// Packets that wait to be taken.
constexpr std::size_t packets_max = 16;

std::string text_of(const pa_proplist* properties, const char* key) {
    const auto* text = pa_proplist_gets(properties, key);
    return text == nullptr ? std::string{} : std::string{text};
}

PlayingStream stream_of(const pa_proplist* properties) {
    return {.application_id = text_of(properties, PA_PROP_APPLICATION_ID),
            .process_id = text_of(properties, PA_PROP_APPLICATION_PROCESS_ID),
            .process_binary = text_of(properties, PA_PROP_APPLICATION_PROCESS_BINARY),
            .link_group = text_of(properties, "node.link-group")};
}

/// As libpulse describes each stream of this process by itself, whichever library opens it.
PlayingStream describe_ourselves() {
    auto* properties = PulseConnection::properties();
    auto ours = stream_of(properties);
    pa_proplist_free(properties);
    ours.process_id = std::to_string(getpid());
    std::array<char, 256> binary{};
    if (pa_get_binary_name(binary.data(), binary.size()) != nullptr) ours.process_binary = binary.data();
    return ours;
}

void forget(pa_operation* operation) {
    if (operation != nullptr) pa_operation_unref(operation);
}

} // namespace

bool is_captured(const PlayingStream& stream, const PlayingStream& ours) {
    if (!stream.has_client || !stream.link_group.empty() || stream.application_id == ours.application_id) return false;
    // In two sandboxes, two programs may have one number.
    const bool same_binary = stream.process_binary.empty() || stream.process_binary == ours.process_binary;
    return stream.process_id.empty() || stream.process_id != ours.process_id || !same_binary;
}

/// All on the library's thread but opening, closing and taking packets.
struct ComputerSound::Impl {
    /// Of one stream that plays.
    struct Monitor {
        Impl* owner{nullptr};
        std::uint32_t input{0};
        std::uint32_t sink{0};
        pa_stream* stream{nullptr};
    };

    [[nodiscard]] bool start();
    ~Impl();

    /// Asks what plays now; one asking at a time.
    void ask();
    void handle_input(const pa_sink_input_info& info);
    void handle_end();
    void follow(std::uint32_t input, std::uint32_t sink);
    void drop(std::uint32_t input);
    void take(Monitor& monitor);
    void notify_end();

    PlayingStream ours{describe_ourselves()};
    std::unique_ptr<PulseConnection> connection;
    std::map<std::uint32_t, std::unique_ptr<Monitor>> monitors;
    bool asking{false};
    bool ask_again{false};
    /// Answers that are under way come to nothing.
    bool closing{false};
    /// Those that play, by their sinks.
    std::map<std::uint32_t, std::uint32_t> found;
    SoundMixdown mixdown;

    std::mutex mutex;
    std::condition_variable arrived;
    std::deque<Captured> packets;
    bool alive{true};
};

bool ComputerSound::is_possible() { return PulseConnection::open() != nullptr; }

Result<std::unique_ptr<ComputerSound>> ComputerSound::open() {
    auto impl = std::make_unique<Impl>();
    if (!impl->start()) return media_error(MediaError::Kind::no_device, "No sound server answers.");
    return std::unique_ptr<ComputerSound>{new ComputerSound{std::move(impl)}};
}

ComputerSound::ComputerSound(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
ComputerSound::~ComputerSound() = default;

bool ComputerSound::Impl::start() {
    connection = PulseConnection::open();
    if (!connection) return false;
    const PulseConnection::Lock lock{*connection};
    auto* context = connection->context();
    const auto on_change = [](pa_context*, pa_subscription_event_type_t, std::uint32_t, void* user) {
        static_cast<Impl*>(user)->ask();
    };
    const auto on_state = [](pa_context* changed, void* user) {
        auto& self = *static_cast<Impl*>(user);
        if (PA_CONTEXT_IS_GOOD(pa_context_get_state(changed)) == 0) self.notify_end();
        self.connection->notify();
    };
    pa_context_set_state_callback(context, on_state, this);
    pa_context_set_subscribe_callback(context, on_change, this);
    forget(pa_context_subscribe(context, PA_SUBSCRIPTION_MASK_SINK_INPUT, nullptr, nullptr));
    ask();
    return true;
}

ComputerSound::Impl::~Impl() {
    if (!connection) return;
    {
        const PulseConnection::Lock lock{*connection};
        pa_context_set_subscribe_callback(connection->context(), nullptr, nullptr);
        pa_context_set_state_callback(connection->context(), nullptr, nullptr);
        closing = true;
        while (!monitors.empty())
            drop(monitors.begin()->first);
    }
    connection.reset(); // its thread ends before what it uses
}

void ComputerSound::Impl::ask() {
    if (asking) {
        ask_again = true;
        return;
    }
    asking = true;
    ask_again = false;
    found.clear();
    const auto on_input = [](pa_context*, const pa_sink_input_info* info, int end, void* user) {
        auto& self = *static_cast<Impl*>(user);
        end == 0 ? self.handle_input(*info) : self.handle_end();
    };
    forget(pa_context_get_sink_input_info_list(connection->context(), on_input, this));
}

void ComputerSound::Impl::handle_input(const pa_sink_input_info& info) {
    auto stream = stream_of(info.proplist);
    stream.has_client = info.client != PA_INVALID_INDEX;
    if (is_captured(stream, ours)) found[info.index] = info.sink;
}

void ComputerSound::Impl::handle_end() {
    asking = false;
    if (closing) return;
    std::set<std::uint32_t> gone;
    for (const auto& [input, monitor] : monitors) {
        const auto still = found.find(input);
        // The server ends what follows a stream to another sink.
        const bool good = PA_STREAM_IS_GOOD(pa_stream_get_state(monitor->stream)) != 0;
        if (still == found.end() || still->second != monitor->sink || !good) gone.insert(input);
    }
    for (const auto input : gone)
        drop(input);
    for (const auto& [input, sink] : found)
        if (!monitors.contains(input) && monitors.size() < SoundMixdown::streams_max) follow(input, sink);
    if (ask_again) ask();
}

void ComputerSound::Impl::follow(std::uint32_t input, std::uint32_t sink) {
    auto* stream = pa_stream_new(connection->context(), "Shared sound of the computer", &stereo, nullptr);
    if (stream == nullptr) return;
    auto monitor = std::make_unique<Monitor>(this, input, sink, stream);
    const auto on_samples = [](pa_stream*, std::size_t, void* user) {
        auto& from = *static_cast<Monitor*>(user);
        from.owner->take(from);
    };
    pa_stream_set_read_callback(stream, on_samples, monitor.get());
    pa_buffer_attr buffer{};
    buffer.maxlength = buffer.tlength = buffer.prebuf = buffer.minreq = static_cast<std::uint32_t>(-1);
    buffer.fragsize = piece_bytes;
    const auto flags = static_cast<pa_stream_flags_t>(PA_STREAM_ADJUST_LATENCY | PA_STREAM_DONT_MOVE |
                                                      PA_STREAM_DONT_INHIBIT_AUTO_SUSPEND);
    const bool asked = pa_stream_set_monitor_stream(stream, input) == 0 &&
                       pa_stream_connect_record(stream, nullptr, &buffer, flags) == 0;
    monitors[input] = std::move(monitor);
    if (!asked) drop(input);
}

void ComputerSound::Impl::drop(std::uint32_t input) {
    const auto found_at = monitors.find(input);
    auto* stream = found_at->second->stream;
    pa_stream_set_read_callback(stream, nullptr, nullptr);
    pa_stream_disconnect(stream);
    pa_stream_unref(stream);
    monitors.erase(found_at);
    mixdown.end(input);
}

void ComputerSound::Impl::take(Monitor& monitor) {
    const void* data = nullptr;
    std::size_t size = 0;
    static constexpr std::array<std::int16_t, piece_bytes / sizeof(std::int16_t)> silence{};
    while (pa_stream_readable_size(monitor.stream) > 0 && pa_stream_peek(monitor.stream, &data, &size) == 0 &&
           size > 0) {
        if (data != nullptr)
            mixdown.push(monitor.input, {static_cast<const std::int16_t*>(data), size / sizeof(std::int16_t)});
        else // a hole
            mixdown.push(monitor.input,
                         std::span{silence}.first(std::min(silence.size(), size / sizeof(std::int16_t))));
        pa_stream_drop(monitor.stream);
    }
    while (auto sound = mixdown.poll()) {
        const std::lock_guard lock{mutex};
        if (packets.size() >= packets_max) packets.pop_front();
        packets.push_back({*sound, local_now()});
        arrived.notify_one();
    }
}

void ComputerSound::Impl::notify_end() {
    const std::lock_guard lock{mutex};
    alive = false;
    arrived.notify_one();
}

std::optional<ComputerSound::Captured> ComputerSound::wait(base::Duration timeout) {
    std::unique_lock lock{impl_->mutex};
    impl_->arrived.wait_for(lock, timeout, [this] { return !impl_->packets.empty() || !impl_->alive; });
    if (impl_->packets.empty()) return std::nullopt;
    auto captured = impl_->packets.front();
    impl_->packets.pop_front();
    return captured;
}

bool ComputerSound::alive() const {
    const std::lock_guard lock{impl_->mutex};
    return impl_->alive;
}

} // namespace plenum::media
