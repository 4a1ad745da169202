// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/event_loop.h"

#include "core/runtime/clock.h"
#include "core/runtime/mailbox.h"

#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <asio/signal_set.hpp>
#include <asio/steady_timer.hpp>

#include <algorithm>
#include <array>
#include <system_error>

namespace plenum::runtime {

namespace {

/// Batches served before timers and commands have their turn again.
constexpr int batches_per_turn_max = 8;
/// Calls to the system before something is served, so that junk which never ends ends nothing else.
constexpr int receives_per_drain_max = 16;
/// Datagrams that the node is given at a time: what they cause leaves in one go, and what is more urgent waits for no
/// more than these.
constexpr std::size_t served_together = 32;

/// libstdc++'s steady clock is CLOCK_MONOTONIC, as `now` is. A wake-up far away is looked at again in an hour.
std::chrono::steady_clock::time_point to_steady(base::LocalTime at) {
    const auto bounded = std::min(at, now() + base::Duration{std::chrono::hours{1}});
    return std::chrono::steady_clock::time_point{bounded.time_since_epoch()};
}

std::size_t bytes_in(const node::Command& command) {
    const auto* publish = std::get_if<node::Publish>(&command);
    return publish == nullptr ? 0 : publish->body.size();
}

} // namespace

struct EventLoop::Impl {
    Impl(UdpSocket socket_taken, Core& core, Store* store, Sink& sink)
        : socket{std::move(socket_taken)},
          driver{core, store, begin_writer(store), sink},
          intake{[&core](base::SessionIndex index) { return core.takes(index); }},
          datagrams{context, socket.descriptor()} {}
    ~Impl() {
        // The socket owns it.
        (void)datagrams.release();
    }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void handle_readable();
    /// Moves what the system has into the intake; whether there may be more.
    [[nodiscard]] bool drain();
    void serve(base::LocalTime at);
    void handle_commands();
    void handle_wake();
    void handle_kept();
    [[nodiscard]] std::unique_ptr<StoreWriter> begin_writer(Store* store);
    void finish();
    /// The end of a turn that began at `began`.
    void finish_turn(base::LocalTime began);
    void await_readable();
    void await_writable();
    void await_wake();
    void await_signal();

    asio::io_context context{1};
    UdpSocket socket;
    Driver driver;
    sched::Intake intake;
    asio::posix::stream_descriptor datagrams;
    asio::steady_timer wake_timer{context};
    asio::steady_timer call_timer{context};
    asio::signal_set signals{context};
    std::function<void(int)> on_signal;
    std::optional<HttpResponder> http;
    Times times;
    Mailbox<node::Command> commands{commands_max, command_bytes_max};
    /// When the timer rings; later than wanted never, earlier is harmless.
    base::LocalTime armed_for{base::local_time_max};
    bool awaits_writable{false};
};

void EventLoop::Impl::handle_readable() {
    const auto began = now();
    bool more = drain();
    for (int batch = 0; batch < batches_per_turn_max && (more || !intake.empty()); ++batch) {
        serve(now());
        // Otherwise what came meanwhile wakes the loop again.
        if (more) more = drain();
    }
    finish_turn(began);
    // No descriptor tells of what waits in the intake, or came joined to others.
    if (more || !intake.empty())
        asio::post(context, [this] { handle_readable(); });
    else
        await_readable();
}

/// As long as the system has more, that is looked at first: something urgent may stand behind what is not.
bool EventLoop::Impl::drain() {
    for (int calls = 0; calls < receives_per_drain_max && intake.has_room(batch_max); ++calls) {
        // The next call writes over what waits in place.
        intake.keep();
        const auto received = socket.receive();
        const auto at = now();
        for (const auto& datagram : received)
            intake.push({datagram.from, datagram.bytes}, at);
        // Another call would find nothing.
        if (received.size() < batch_max && socket.pending() == 0) return false;
    }
    return true;
}

void EventLoop::Impl::serve(base::LocalTime at) {
    std::array<sched::Intake::Datagram, served_together> taken;
    const auto count = intake.take(taken, at);
    if (count == 0) return;
    std::array<node::DatagramReceived, served_together> given;
    for (std::size_t i = 0; i < count; ++i)
        given[i] = {taken[i].from, taken[i].bytes};
    driver.handle(node::DatagramsReceived{std::span{given}.first(count)}, at, socket);
    driver.finish_turn(socket, at);
}

void EventLoop::Impl::handle_commands() {
    const auto at = now();
    for (auto& command : commands.take_all()) {
        driver.handle(std::move(command), at);
        if (driver.turn_full()) driver.finish_turn(socket, at);
    }
    finish_turn(at);
}

/// Called while the members before the driver are there already.
std::unique_ptr<StoreWriter> EventLoop::Impl::begin_writer(Store* store) {
    if (store == nullptr) return nullptr;
    auto writer = StoreWriter::start(*store, [this] { asio::post(context, [this] { handle_kept(); }); });
    if (!writer) throw std::system_error{std::make_error_code(std::errc::resource_unavailable_try_again)};
    return std::move(*writer);
}

void EventLoop::Impl::handle_kept() {
    const auto at = now();
    driver.handle_kept(at);
    finish_turn(at);
}

void EventLoop::Impl::handle_wake() {
    const auto at = now();
    times.lateness.add(std::max(at - std::exchange(armed_for, base::local_time_max), base::Duration{}));
    driver.handle_kept(at);
    if (driver.wake() <= at) driver.handle(node::WakeUp{}, at);
    finish_turn(at);
}

void EventLoop::Impl::finish() {
    driver.finish_turn(socket, now());
    if (socket.backlog() > 0) await_writable();
    await_wake();
}

void EventLoop::Impl::finish_turn(base::LocalTime began) {
    finish();
    times.turns.add(now() - began);
}

void EventLoop::Impl::await_readable() {
    datagrams.async_wait(asio::posix::stream_descriptor::wait_read, [this](const std::error_code& error) {
        if (!error) handle_readable();
    });
}

void EventLoop::Impl::await_writable() {
    if (std::exchange(awaits_writable, true)) return;
    datagrams.async_wait(asio::posix::stream_descriptor::wait_write, [this](const std::error_code& error) {
        awaits_writable = false;
        if (error) return;
        finish();
    });
}

void EventLoop::Impl::await_wake() {
    const auto wanted = driver.wake();
    // A timer that rings earlier than wanted costs one look; setting it anew each turn costs a system call each.
    if (wanted >= armed_for) return;
    armed_for = wanted;
    wake_timer.expires_at(to_steady(wanted));
    wake_timer.async_wait([this](const std::error_code& error) {
        if (!error) handle_wake();
    });
}

void EventLoop::Impl::await_signal() {
    signals.async_wait([this](const std::error_code& error, int signal) {
        if (error) return;
        await_signal();
        on_signal(signal);
    });
}

EventLoop::EventLoop(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
EventLoop::~EventLoop() = default;

std::expected<std::unique_ptr<EventLoop>, std::string> EventLoop::create(UdpSocket socket, Core& core, Store* store,
                                                                         Sink& sink) {
    try {
        return std::unique_ptr<EventLoop>{new EventLoop{std::make_unique<Impl>(std::move(socket), core, store, sink)}};
    } catch (const std::system_error& error) {
        return std::unexpected(std::string{"The event loop cannot be made: "} + error.what() + ".");
    }
}

void EventLoop::run() {
    impl_->driver.restore(now());
    impl_->finish();
    impl_->await_readable();
    // A stop before this point is kept; a loop that has no work yet waits all the same.
    const auto guard = asio::make_work_guard(impl_->context);
    impl_->context.run();
    impl_->driver.end_writing();
    (void)impl_->socket.flush();
}

bool EventLoop::post(node::Command command) {
    const auto bytes = bytes_in(command);
    switch (impl_->commands.post(std::move(command), bytes)) {
    case Mailbox<node::Command>::Posted::full: return false;
    case Mailbox<node::Command>::Posted::behind: return true;
    case Mailbox<node::Command>::Posted::first: break;
    }
    asio::post(impl_->context, [impl = impl_.get()] { impl->handle_commands(); });
    return true;
}

void EventLoop::run_soon(std::function<void()> task) { asio::post(impl_->context, std::move(task)); }
void EventLoop::stop() { impl_->context.stop(); }

void EventLoop::call_after(base::Duration delay, std::function<void()> task) {
    impl_->call_timer.expires_after(delay);
    impl_->call_timer.async_wait([call = std::move(task)](const std::error_code& error) {
        if (!error) call();
    });
}

std::expected<void, std::string> EventLoop::call_on_signals(std::initializer_list<int> signals,
                                                            std::function<void(int)> task) {
    for (const auto signal : signals) {
        std::error_code error;
        impl_->signals.add(signal, error);
        if (error) return std::unexpected("Signals cannot be handled: " + error.message() + ".");
    }
    impl_->on_signal = std::move(task);
    impl_->await_signal();
    return {};
}

std::expected<base::Address, std::string> EventLoop::answer_http(const base::Address& where, HttpResponder::Find find) {
    auto opened = HttpResponder::open(impl_->context, where, std::move(find));
    if (!opened) return std::unexpected(opened.error());
    impl_->http.emplace(std::move(*opened));
    return impl_->http->local();
}

const UdpSocket& EventLoop::socket() const { return impl_->socket; }
const sched::Intake::Counters& EventLoop::intake_counters() const { return impl_->intake.counters(); }
const sched::DropCounters& EventLoop::intake_drops() const { return impl_->intake.drops(); }
Store::Counters EventLoop::store_counters() const { return impl_->driver.store_counters(); }
EventLoop::Times EventLoop::times() const {
    auto result = impl_->times;
    result.commits = impl_->driver.commits();
    return result;
}

} // namespace plenum::runtime
