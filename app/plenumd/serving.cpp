// SPDX-License-Identifier: Apache-2.0
#include "app/plenumd/serving.h"

#include "core/base/check.h"
#include "core/runtime/clock.h"

#include <utility>

namespace plenum::app {

namespace {

/// With 60 receivers of a camera it saves a tenth of the processor's time, and is a hundredth of what sound waits for
/// in any case (20 ms packets).
constexpr base::Duration rest = std::chrono::microseconds{250};

} // namespace

Serving::Serving(Options options)
    : thread_name_{std::move(options.thread_name)},
      interval_{options.interval},
      leaves_figures_{options.leaves_figures},
      tell_{std::move(options.tell)},
      store_{std::move(options.store)},
      core_{options.node} {}

std::expected<std::unique_ptr<Serving>, std::string> Serving::open(Options options) {
    auto socket = std::move(options.socket);
    std::unique_ptr<Serving> made{new Serving{std::move(options)}};
    auto loop = runtime::EventLoop::create(std::move(socket), made->core_, &made->store_, *made);
    if (!loop) return std::unexpected(loop.error());
    made->loop_ = std::move(*loop);
    made->loop_->rest_after_silent_turns(rest);
    return made;
}

void Serving::run() {
    runtime::name_thread(thread_name_);
    // Behind the restoring of what the store has.
    CHECK(loop_->run_soon([this] { begin(); }));
    loop_->run();
}

void Serving::begin() {
    look_at_ = runtime::now();
    tell_(Ready{runtime::raise_thread_priority(runtime::ThreadWork::delivery)});
    look();
}

void Serving::handle_event(node::Event event) {
    if (const auto* status = std::get_if<node::RelayStatus>(&event)) tell_(*status);
    if (const auto* incident = std::get_if<node::RelayIncident>(&event)) tell_(*incident);
    if (const auto* wanted = std::get_if<node::AssignmentWanted>(&event)) tell_(*wanted);
    if (const auto* over = std::get_if<node::AssignmentOver>(&event)) tell_(*over);
}

void Serving::post(node::Command command) { CHECK(loop_->post(std::move(command))); }

void Serving::look() {
    const auto now = runtime::now();
    looked_at_ = now;
    if (leaves_figures_) {
        auto seen = snapshot();
        const std::lock_guard lock{mutex_};
        last_ = std::move(seen);
    }
    const auto late = now - look_at_;
    look_within(interval_);
    tell_(Look{late});
}

void Serving::look_within(base::Duration time) {
    look_at_ = runtime::now() + time;
    loop_->cancel(look_timer_);
    look_timer_ = loop_->call_after(time, [this] { look(); });
}

Snapshot Serving::snapshot() const {
    Snapshot result;
    result.relay = core_.node().relay_statistics();
    result.datagrams = core_.node().datagrams();
    result.load = core_.node().load();
    result.times = loop_->times();
    result.socket = loop_->socket().counters();
    result.intake = loop_->intake_counters();
    result.intake_drops = loop_->intake_drops();
    result.send_backlog = loop_->socket().backlog();
    result.store = loop_->store_counters();
    result.repairs = core_.node().relay_repairs();
    return result;
}

Snapshot Serving::last_snapshot() const {
    const std::lock_guard lock{mutex_};
    return last_;
}

} // namespace plenum::app
