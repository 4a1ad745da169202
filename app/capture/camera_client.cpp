// SPDX-License-Identifier: Apache-2.0
#include "app/capture/camera_client.h"

#include "app/capture/post_command.h"

#include <algorithm>
#include <thread>

namespace plenum::app {

using namespace std::chrono_literals;

namespace {

/// Waiting for events is exact to a millisecond; what is due earlier is waited for by the clock.
constexpr base::Duration exact_within = 2ms;
/// While the camera works, which wakes nobody.
constexpr base::Duration worker_patience = 1ms;
/// Clocks that differ by 100 ppm are 10 µs apart after so long.
constexpr base::Duration reference_interval = 100ms;

} // namespace

void CameraClient::handle(const node::Event& event) {
    scenes_.handle(event);
    member_.handle(event, client::Session::now());
}

void CameraClient::read_reference() {
    const auto now = client::Session::now();
    if (!reference_ || now - read_at_ < reference_interval) return;
    read_at_ = now;
    const auto reading = reference_->read();
    reads_reference_ = reading.has_value();
    member_.set_reference(
        reading.transform([](const auto& known) { return cluster::ReferenceClock{known.id, known.ahead}; }));
}

void CameraClient::pump() {
    read_reference();
    for (auto& taken : worker_->done()) {
        ++(taken.payload.empty() ? counts_.failed : counts_.taken);
        counts_.bytes += taken.payload.size();
        error_ = taken.error;
        member_.handle_captured(taken.capture, std::move(taken.payload));
    }
    while (auto output = member_.poll(client::Session::now())) {
        if (const auto* capture = std::get_if<cluster::Capture>(&*output)) {
            counts_.lateness_max = std::max(counts_.lateness_max, client::Session::now() - capture->due_at);
            worker_->take(*capture);
        } else {
            post_command(session_, std::get<cluster::Command>(*std::move(output)));
        }
    }
}

void CameraClient::run_for(base::Duration time_max) {
    pump();
    const auto now = client::Session::now();
    auto wait = std::min(time_max, std::max(member_.next_wakeup() - now, base::Duration{}));
    if (worker_->busy()) wait = std::min(wait, worker_patience);
    if (wait > exact_within)
        std::ignore = session_.events().wait(wait - exact_within);
    else
        std::this_thread::sleep_for(wait);
    pump();
}

} // namespace plenum::app
