// SPDX-License-Identifier: Apache-2.0
#include "media/devices/pulse_device_monitor.h"

#include "media/devices/pulse_connection.h"

#include <utility>

namespace plenum::media {
namespace {

constexpr pa_usec_t retry_interval = 2 * PA_USEC_PER_SEC;

std::string text_of(const char* text) { return text == nullptr ? std::string{} : std::string{text}; }

void forget(pa_operation* operation) {
    if (operation != nullptr) pa_operation_unref(operation);
}

} // namespace

/// All on the library's thread but making and destroying.
struct PulseDeviceMonitor::Impl {
    explicit Impl(Changed callback) : changed{std::move(callback)} {}
    ~Impl();
    void start();

    void connect();
    void disconnect();
    void handle_state();
    /// Asks for everything; one asking at a time.
    void ask();
    void handle_server(const pa_server_info* info);
    void handle_end();
    void tell(std::optional<std::vector<AudioDevice>> devices);
    void retry_later();

    Changed changed;
    pa_threaded_mainloop* loop{nullptr};
    pa_mainloop_api* api{nullptr};
    pa_context* context{nullptr};
    pa_time_event* retry{nullptr};
    bool asking{false};
    bool ask_again{false};
    std::string default_sink;
    std::string default_source;
    std::vector<AudioDevice> found;
    bool told{false};
    std::optional<std::vector<AudioDevice>> told_last;
};

PulseDeviceMonitor::PulseDeviceMonitor(Changed changed) : impl_{std::make_unique<Impl>(std::move(changed))} {
    impl_->start();
}
PulseDeviceMonitor::~PulseDeviceMonitor() = default;

void PulseDeviceMonitor::Impl::start() {
    loop = pa_threaded_mainloop_new();
    if (loop == nullptr) return;
    api = pa_threaded_mainloop_get_api(loop);
    // Run at once, on the library's thread.
    const auto on_start = [](pa_mainloop_api* owner, pa_defer_event* event, void* user) {
        owner->defer_free(event);
        static_cast<Impl*>(user)->connect();
    };
    api->defer_new(api, on_start, this);
    pa_threaded_mainloop_start(loop);
}

PulseDeviceMonitor::Impl::~Impl() {
    if (loop == nullptr) return;
    pa_threaded_mainloop_stop(loop);
    disconnect();
    if (retry != nullptr) api->time_free(retry);
    pa_threaded_mainloop_free(loop);
}

void PulseDeviceMonitor::Impl::disconnect() {
    if (context == nullptr) return;
    pa_context_set_state_callback(context, nullptr, nullptr);
    pa_context_set_subscribe_callback(context, nullptr, nullptr);
    pa_context_disconnect(context);
    pa_context_unref(std::exchange(context, nullptr));
}

void PulseDeviceMonitor::Impl::connect() {
    disconnect();
    asking = false;
    ask_again = false;
    auto* properties = PulseConnection::properties();
    context = pa_context_new_with_proplist(api, "Plenum", properties);
    pa_proplist_free(properties);
    if (context == nullptr) return tell(std::nullopt);
    pa_context_set_state_callback(
        context, [](pa_context*, void* user) { static_cast<Impl*>(user)->handle_state(); }, this);
    pa_context_set_subscribe_callback(
        context,
        [](pa_context*, pa_subscription_event_type_t, std::uint32_t, void* user) { static_cast<Impl*>(user)->ask(); },
        this);
    // What fails at once is told by the state as well.
    if (pa_context_connect(context, nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) < 0) handle_state();
}

void PulseDeviceMonitor::Impl::handle_state() {
    const auto state = pa_context_get_state(context);
    if (state == PA_CONTEXT_READY) {
        constexpr auto what = static_cast<pa_subscription_mask_t>(
            PA_SUBSCRIPTION_MASK_SINK | PA_SUBSCRIPTION_MASK_SOURCE | PA_SUBSCRIPTION_MASK_SERVER);
        forget(pa_context_subscribe(context, what, nullptr, nullptr));
        ask();
    } else if (PA_CONTEXT_IS_GOOD(state) == 0) {
        tell(std::nullopt);
        retry_later();
    }
}

void PulseDeviceMonitor::Impl::retry_later() {
    if (retry != nullptr) return;
    timeval at{};
    pa_timeval_add(pa_gettimeofday(&at), retry_interval);
    const auto on_time = [](pa_mainloop_api* owner, pa_time_event* event, const timeval*, void* user) {
        auto& self = *static_cast<Impl*>(user);
        owner->time_free(event);
        self.retry = nullptr;
        self.connect();
    };
    retry = api->time_new(api, &at, on_time, this);
}

void PulseDeviceMonitor::Impl::ask() {
    if (std::exchange(asking, true)) {
        ask_again = true;
        return;
    }
    ask_again = false;
    found.clear();
    // The server answers in order.
    forget(pa_context_get_server_info(
        context,
        [](pa_context*, const pa_server_info* info, void* user) { static_cast<Impl*>(user)->handle_server(info); },
        this));
    const auto on_sink = [](pa_context*, const pa_sink_info* info, int end, void* user) {
        if (end != 0) return;
        AudioDevice device{.id = info->name, .name = text_of(info->description), .output = true};
        static_cast<Impl*>(user)->found.push_back(std::move(device));
    };
    const auto on_source = [](pa_context*, const pa_source_info* info, int end, void* user) {
        if (end != 0) return static_cast<Impl*>(user)->handle_end();
        AudioDevice device{.id = info->name, .name = text_of(info->description), .input = true};
        device.monitor = info->monitor_of_sink != PA_INVALID_INDEX;
        static_cast<Impl*>(user)->found.push_back(std::move(device));
    };
    forget(pa_context_get_sink_info_list(context, on_sink, this));
    forget(pa_context_get_source_info_list(context, on_source, this));
}

void PulseDeviceMonitor::Impl::handle_server(const pa_server_info* info) {
    default_sink = info == nullptr ? std::string{} : text_of(info->default_sink_name);
    default_source = info == nullptr ? std::string{} : text_of(info->default_source_name);
}

void PulseDeviceMonitor::Impl::handle_end() {
    asking = false;
    if (ask_again) return ask();
    for (auto& device : found) {
        device.input_default = device.input && device.id == default_source;
        device.output_default = device.output && device.id == default_sink;
    }
    tell(std::exchange(found, {}));
}

void PulseDeviceMonitor::Impl::tell(std::optional<std::vector<AudioDevice>> devices) {
    if (std::exchange(told, true) && told_last == devices) return;
    told_last = std::move(devices);
    changed(told_last);
}

} // namespace plenum::media
