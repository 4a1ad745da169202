// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/runtime/driver.h"
#include "core/runtime/metrics/http_responder.h"
#include "core/runtime/net/timer_list.h"
#include "core/runtime/net/udp_socket.h"
#include "core/sched/intake.h"

#include <expected>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>

namespace plenum::runtime {

/// The thread of one node: waits for datagrams, commands and the node's next wake-up, and takes the node through one
/// turn for each. What it owns and calls is touched by the thread in `run` alone.
class EventLoop {
  public:
    /// Commands that wait for the loop, and the bytes of their bodies: two seconds of video beside anything else.
    static constexpr std::size_t commands_max = 4096;
    static constexpr std::size_t command_bytes_max = 32 * 1024 * 1024;

    /// Error: one sentence where the system gives no descriptors. `core`, `store` (may be null) and `sink` must outlive
    /// the loop.
    [[nodiscard]] static std::expected<std::unique_ptr<EventLoop>, std::string> create(UdpSocket socket, Core& core,
                                                                                       Store* store, Sink& sink);
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    /// Restores what the store has, then serves until `stop`, and commits what was still to be kept.
    void run();

    /// Any thread. False, and not taken, when commands_max or command_bytes_max is reached.
    [[nodiscard]] bool post(node::Command command);
    /// Tasks that wait for the loop.
    static constexpr std::size_t tasks_max = 4096;
    /// Any thread. False, and not taken, when tasks_max wait.
    [[nodiscard]] bool run_soon(std::function<void()> task);
    /// Any thread. `run` returns once the turn at hand is finished.
    void stop();

    /// Loop's thread, or before `run`.
    TimerId call_after(base::Duration delay, std::function<void()> task);
    /// Does nothing if it was called already. Loop's thread, or before `run`.
    void cancel(const TimerId& call);
    /// Before `run`. `task` on the loop's thread, with its number, at each of these signals instead of what they do
    /// otherwise.
    [[nodiscard]] std::expected<void, std::string> call_on_signals(std::initializer_list<int> signals,
                                                                   std::function<void(int signal)> task);

    /// Before `run`. How long the loop looks away from its socket after it served datagrams and sent nothing, for the
    /// second time within four of these: who was sent a picture acknowledges it, each receiver by itself within a few
    /// milliseconds, and to wake for one costs as much as to serve ten. What comes meanwhile waits for no longer than
    /// this; timers, commands and tasks do not.
    void rest_after_silent_turns(base::Duration rest);
    /// Before `run`. Answers at `where` (TCP) between two turns; `find` is called on the loop's thread. Where it
    /// listens, with the port that the system chose, or one sentence.
    [[nodiscard]] std::expected<base::Address, std::string> answer_http(const base::Address& where,
                                                                        HttpResponder::Find find);

    /// Loop's thread, or while not running.
    [[nodiscard]] const UdpSocket& socket() const;
    /// What was not taken in, and why (loop's thread, or while not running).
    [[nodiscard]] const sched::Intake::Counters& intake_counters() const;
    [[nodiscard]] const sched::DropCounters& intake_drops() const;
    /// Of the store, as its writer saw it last.
    [[nodiscard]] Store::Counters store_counters() const;
    /// How long turns took from what began them to their end, how late wake-ups were, and how long commits took.
    struct Times {
        TimeHistogram turns;
        TimeHistogram lateness;
        TimeHistogram commits;
    };
    /// Loop's thread, or while not running.
    [[nodiscard]] Times times() const;

  private:
    struct Impl;
    explicit EventLoop(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::runtime
