// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/event_loop.h"

#include "core/runtime/clock.h"
#include "core/runtime/net/loop_wait.h"
#include "core/runtime/net/mailbox.h"
#include "core/runtime/net/side_thread.h"
#include "core/runtime/net/socket_rest.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <optional>
#include <span>
#include <system_error>
#include <utility>
#include <vector>

namespace plenum::runtime {

namespace {

/// Batches served before timers and commands have their turn again.
constexpr int batches_per_turn_max = 8;
/// Calls to the system before something is served, so that junk which never ends ends nothing else.
constexpr int receives_per_drain_max = 16;
/// Datagrams that the node is given at a time: what they cause leaves in one go, and what is more urgent waits for no
/// more than these.
constexpr std::size_t served_together = 32;

/// Messages that the node is given at a time, and about how many bytes: what is small of them leaves in bundles.
constexpr std::size_t published_together = 256;
constexpr std::size_t published_bytes_together = 64 * 1024;

/// A wake-up far away is looked at again.
constexpr base::Duration wait_max = std::chrono::hours{1};

std::size_t bytes_in(const node::Command& command) {
    if (const auto* publish = std::get_if<node::Publish>(&command)) return publish->body.size();
    const auto* packet = std::get_if<node::SendTreePacket>(&command);
    return packet == nullptr ? 0 : packet->packet.size();
}

/// How many of the first are messages that are given together.
std::size_t messages_together(std::span<const node::Command> commands) {
    std::size_t count = 0;
    std::size_t bytes = 0;
    while (count < std::min(commands.size(), published_together) && bytes < published_bytes_together &&
           std::holds_alternative<node::Publish>(commands[count]))
        bytes += bytes_in(commands[count++]);
    return count;
}

} // namespace

struct EventLoop::Impl {
    Impl(UdpSocket socket_taken, LoopWait wait_taken, Core& core, Store* store, Sink& sink)
        : socket{std::move(socket_taken)},
          wait{std::move(wait_taken)},
          driver{core, store, begin_writer(store), sink},
          intake{[&core](base::SessionIndex index) { return core.takes(index); }} {}
    ~Impl() { end(); }
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;

    void run();
    /// Nobody waits for this loop any more.
    void end();
    /// Waits for something to do, and does it.
    void turn();
    void handle_readable();
    /// Moves what the system has into the intake; whether there may be more.
    [[nodiscard]] bool drain();
    void serve(base::LocalTime at);
    void handle_rung();
    void handle_commands();
    void handle_due();
    void handle_kept();
    [[nodiscard]] std::unique_ptr<StoreWriter> begin_writer(Store* store);
    /// The end of a turn that began at `began`.
    void finish_turn(base::LocalTime began);
    [[nodiscard]] bool run_soon(std::function<void()> task);
    [[nodiscard]] HttpResponder::Find on_this_thread(HttpResponder::Find find);

    UdpSocket socket;
    LoopWait wait;
    std::atomic<bool> stopped{false};
    /// Nothing that is posted is done any more.
    std::atomic<bool> over{false};
    Mailbox<std::function<void()>> tasks{tasks_max, SIZE_MAX};
    Mailbox<node::Command> commands{commands_max, command_bytes_max};
    /// Out of that box, being handled; keeps its memory.
    std::vector<node::Command> due;
    Driver driver;
    sched::Intake intake;
    Times times;
    /// No descriptor tells of what waits in the intake, or came joined to others.
    bool more{false};
    SocketRest rest;
    TimerList timers;
    SideThread side;
    std::optional<HttpResponder> http;
};

void EventLoop::Impl::run() {
    wait_precisely();
    driver.restore(now());
    driver.finish_turn(socket, now());
    // Who asks before waits to be let in, and not for an answer.
    side.go();
    while (!stopped)
        turn();
    end();
    driver.end_writing();
    (void)socket.flush();
}

void EventLoop::Impl::end() {
    over = true;
    // Whoever waits for one of them is told that it will not be done.
    std::ignore = tasks.take_all();
    side.stop();
}

void EventLoop::Impl::turn() {
    const auto began = now();
    const auto wanted = std::min(driver.wake(), timers.next_at());
    const auto until = more ? base::LocalTime::min() : std::min(wanted, began + wait_max);
    const auto rests_until = rest.until();
    const bool resting = began < rests_until;
    const auto ready = resting ? wait.wait(LoopWait::no_socket, false, std::min(until, rests_until))
                               : wait.wait(socket.descriptor(), socket.backlog() > 0, until);
    const auto woke = now();
    // Before what came meanwhile moves the wake-up. Whoever wants to be woken at once says some time long ago.
    if (wanted <= woke) times.lateness.add(woke - std::max(wanted, began));
    // After a rest there mostly is something, and to ask whether costs as much as to look.
    if (ready.readable || more || (resting && rests_until <= woke)) handle_readable();
    if (ready.writable) driver.finish_turn(socket, now());
    if (!stopped) handle_due();
    if (!stopped && wait.answer()) handle_rung();
}

void EventLoop::Impl::handle_readable() {
    const auto began = now();
    const auto sent = socket.counters().sent;
    more = drain();
    const bool found = !intake.empty();
    for (int batch = 0; batch < batches_per_turn_max && (more || !intake.empty()); ++batch) {
        serve(now());
        // Otherwise what came meanwhile wakes the loop again.
        if (more) more = drain();
    }
    more = more || !intake.empty();
    finish_turn(began);
    const bool silent = socket.counters().sent == sent && socket.backlog() == 0;
    if (found && !more && silent) rest.handle_silent_turn(began, now());
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

/// Commands that do not fit any more come again as tasks, so the box is emptied before these.
void EventLoop::Impl::handle_rung() {
    commands.take_all(due);
    for (auto& task : tasks.take_all()) {
        task();
        if (stopped) return;
    }
    if (!due.empty()) handle_commands();
}

void EventLoop::Impl::handle_commands() {
    const auto at = now();
    for (std::span<node::Command> left{due}; !left.empty();) {
        const auto messages = messages_together(left);
        if (messages > 0)
            driver.handle(node::CommandsGiven{left.first(messages)}, at);
        else
            driver.handle(std::move(left.front()), at);
        left = left.subspan(std::max<std::size_t>(messages, 1));
        if (driver.turn_full()) driver.finish_turn(socket, at);
    }
    finish_turn(at);
}

/// Called while the members before the driver are there already.
std::unique_ptr<StoreWriter> EventLoop::Impl::begin_writer(Store* store) {
    if (store == nullptr) return nullptr;
    auto writer = StoreWriter::start(*store, [this] {
        // Where there is no room the next commit says it again.
        std::ignore = run_soon([this] { handle_kept(); });
    });
    if (!writer) throw std::system_error{std::make_error_code(std::errc::resource_unavailable_try_again)};
    return std::move(*writer);
}

void EventLoop::Impl::handle_kept() {
    const auto at = now();
    driver.handle_kept(at);
    finish_turn(at);
}

void EventLoop::Impl::handle_due() {
    const auto at = now();
    if (driver.wake() <= at) {
        driver.handle_kept(at);
        if (driver.wake() <= at) driver.handle(node::WakeUp{}, at);
        finish_turn(at);
    }
    while (!stopped) {
        const auto task = timers.take_due(at);
        if (!task) return;
        task();
    }
}

void EventLoop::Impl::finish_turn(base::LocalTime began) {
    driver.finish_turn(socket, now());
    times.turns.add(now() - began);
}

bool EventLoop::Impl::run_soon(std::function<void()> task) {
    if (tasks.post(std::move(task), 0) == Mailbox<std::function<void()>>::Posted::full) return false;
    wait.ring();
    return true;
}

/// Whoever asks waits for the turn at hand; where it takes too long, or the loop ends meanwhile, there is no such page.
HttpResponder::Find EventLoop::Impl::on_this_thread(HttpResponder::Find find) {
    using Page = std::optional<HttpResponder::Page>;
    return [this, find = std::make_shared<HttpResponder::Find>(std::move(find))](std::string_view path) -> Page {
        auto promise = std::make_shared<std::promise<Page>>();
        auto page = promise->get_future();
        const auto asked = std::make_shared<std::string>(path);
        // Without room the promise is broken, and there is no such page.
        std::ignore = run_soon([find, promise = std::move(promise), asked = std::weak_ptr{asked}] {
            // Whoever does not wait any more wants no page.
            if (const auto wanted = asked.lock()) promise->set_value((*find)(*wanted));
        });
        const auto patience = HttpResponder::patience / 2;
        if (over || page.wait_for(patience) != std::future_status::ready) return std::nullopt;
        try {
            return page.get();
        } catch (const std::future_error&) {
            return std::nullopt;
        }
    };
}

EventLoop::EventLoop(std::unique_ptr<Impl> impl) : impl_{std::move(impl)} {}
EventLoop::~EventLoop() = default;

std::expected<std::unique_ptr<EventLoop>, std::string> EventLoop::create(UdpSocket socket, Core& core, Store* store,
                                                                         Sink& sink) {
    auto wait = LoopWait::create();
    if (!wait) return std::unexpected("The event loop cannot be made: " + wait.error());
    try {
        return std::unique_ptr<EventLoop>{
            new EventLoop{std::make_unique<Impl>(std::move(socket), std::move(*wait), core, store, sink)}};
    } catch (const std::system_error& error) {
        return std::unexpected(std::string{"The event loop cannot be made: "} + error.what() + ".");
    }
}

void EventLoop::run() { impl_->run(); }

void EventLoop::rest_after_silent_turns(base::Duration rest) { impl_->rest.set_length(rest); }

bool EventLoop::post(node::Command command) {
    const auto bytes = bytes_in(command);
    const auto posted = impl_->commands.post(std::move(command), bytes);
    if (posted == Mailbox<node::Command>::Posted::first) impl_->wait.ring();
    return posted != Mailbox<node::Command>::Posted::full;
}

bool EventLoop::run_soon(std::function<void()> task) { return impl_->run_soon(std::move(task)); }
void EventLoop::stop() {
    impl_->stopped = true;
    impl_->wait.ring();
}

TimerId EventLoop::call_after(base::Duration delay, std::function<void()> task) {
    return impl_->timers.add(now() + delay, std::move(task));
}

void EventLoop::cancel(const TimerId& call) { impl_->timers.cancel(call); }

std::expected<void, std::string> EventLoop::call_on_signals(std::initializer_list<int> signals,
                                                            std::function<void(int)> task) {
    const auto call = std::make_shared<std::function<void(int)>>(std::move(task));
    return impl_->side.call_on_signals(signals, [impl = impl_.get(), call](int signal) {
        // Of as many signals as there are tasks, more tell nothing.
        std::ignore = impl->run_soon([call, signal] { (*call)(signal); });
    });
}

std::expected<base::Address, std::string> EventLoop::answer_http(const base::Address& where, HttpResponder::Find find) {
    if (const auto started = impl_->side.start(); !started) return std::unexpected(started.error());
    auto opened = HttpResponder::open(impl_->side.context(), where, impl_->on_this_thread(std::move(find)));
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
