// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/runtime/net/signal.h"

#include <poll.h>

#include <atomic>
#include <expected>
#include <span>
#include <string>
#include <thread>

/// What a loop's thread waits for: its socket, other threads, a time. One system call a wait, and none to prepare it: a
/// relay waits once for each datagram that comes alone, and an epoll that is told anew what to wait for, with a timer
/// of its own that is set anew, takes four calls for that.
namespace plenum::runtime {

class LoopWait {
  public:
    /// Error: one sentence, where the process is out of descriptors.
    [[nodiscard]] static std::expected<LoopWait, std::string> create();
    LoopWait(LoopWait&& other) noexcept : bell_{std::move(other.bell_)} {}

    struct Ready {
        bool readable{false};
        bool writable{false};
    };
    static constexpr int no_socket = -1;
    /// Until the socket is readable, or takes more where that is wanted, or someone rang since `answer`, or `until`.
    /// The loop's thread.
    [[nodiscard]] Ready wait(int socket, bool wants_room, base::LocalTime until);
    /// Whether someone rang since this was last asked. The loop's thread.
    [[nodiscard]] bool answer() { return rung_.exchange(false); }
    /// Any thread.
    void ring();

  private:
    explicit LoopWait(Signal bell) : bell_{std::move(bell)} {}

    Signal bell_;
    std::atomic<bool> rung_{false};
    /// Who would wake only itself.
    std::atomic<std::thread::id> waits_{};
};

/// As poll(2), until a time of `now`'s clock: to the nanosecond where the system can (loop_wait_ppoll.cpp), else to the
/// next millisecond (loop_wait_poll.cpp). Signals do not end it.
void poll_until(std::span<pollfd> descriptors, base::LocalTime until);
/// The calling thread's waits end when they should: Linux puts ends of waits together that are 50 µs apart, where
/// nobody asks for less.
void wait_precisely();

} // namespace plenum::runtime
