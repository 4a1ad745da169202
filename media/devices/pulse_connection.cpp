// SPDX-License-Identifier: Apache-2.0
#include "media/devices/pulse_connection.h"

#include <utility>

namespace plenum::media {
namespace {

/// A server that is there answers within milliseconds; one that hangs must not hold up the sound for long.
constexpr pa_usec_t answer_time_max = 2 * PA_USEC_PER_SEC;

void expire(pa_mainloop_api*, pa_time_event*, const timeval*, void* user) {
    auto& [expired, loop] = *static_cast<std::pair<bool, pa_threaded_mainloop*>*>(user);
    expired = true;
    pa_threaded_mainloop_signal(loop, 0);
}

} // namespace

pa_proplist* PulseConnection::properties() {
    auto* properties = pa_proplist_new();
    pa_proplist_sets(properties, PA_PROP_APPLICATION_NAME, "Plenum");
    pa_proplist_sets(properties, PA_PROP_APPLICATION_ID, "plenum");
    return properties;
}

std::unique_ptr<PulseConnection> PulseConnection::open() {
    std::unique_ptr<PulseConnection> made{new PulseConnection};
    made->loop_ = pa_threaded_mainloop_new();
    if (made->loop_ == nullptr) return nullptr;
    auto* described = properties();
    made->context_ = pa_context_new_with_proplist(pa_threaded_mainloop_get_api(made->loop_), "Plenum", described);
    pa_proplist_free(described);
    if (made->context_ == nullptr) return nullptr;
    const auto on_state = [](pa_context*, void* user) { static_cast<PulseConnection*>(user)->notify(); };
    pa_context_set_state_callback(made->context_, on_state, made.get());
    if (pa_context_connect(made->context_, nullptr, PA_CONTEXT_NOAUTOSPAWN, nullptr) < 0) return nullptr;
    if (pa_threaded_mainloop_start(made->loop_) < 0) return nullptr;
    const Lock lock{*made};
    const auto ready = made->wait_until([&] { return pa_context_get_state(made->context_) == PA_CONTEXT_READY; });
    return ready ? std::move(made) : nullptr;
}

PulseConnection::~PulseConnection() {
    if (loop_ == nullptr) return;
    pa_threaded_mainloop_stop(loop_);
    if (context_ != nullptr) {
        pa_context_set_state_callback(context_, nullptr, nullptr);
        pa_context_disconnect(context_);
        pa_context_unref(context_);
    }
    pa_threaded_mainloop_free(loop_);
}

bool PulseConnection::wait_until(const std::function<bool()>& done) {
    std::pair<bool, pa_threaded_mainloop*> expiry{false, loop_};
    auto* timer = pa_context_rttime_new(context_, pa_rtclock_now() + answer_time_max, &expire, &expiry);
    while (!done() && !expiry.first && PA_CONTEXT_IS_GOOD(pa_context_get_state(context_)))
        pa_threaded_mainloop_wait(loop_);
    if (timer != nullptr) pa_threaded_mainloop_get_api(loop_)->time_free(timer);
    return done();
}

} // namespace plenum::media
