// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>

#include <atomic>
#include <expected>
#include <functional>
#include <initializer_list>
#include <string>
#include <thread>

namespace plenum::runtime {

/// A thread for what no datagram should wait for, and what never waits for long: HTTP and signals, with Asio. Where
/// neither is wanted there is no such thread. All but what runs on it belongs to one other thread.
class SideThread {
  public:
    SideThread() = default;
    SideThread(const SideThread&) = delete;
    SideThread& operator=(const SideThread&) = delete;
    ~SideThread() { stop(); }

    /// From now on there is the thread; it serves from `go` on. Again does nothing. Error: one sentence.
    [[nodiscard]] std::expected<void, std::string> start();
    /// For those who serve there. Before `go`.
    [[nodiscard]] asio::io_context& context() { return context_; }
    /// Before `go`. `task` on this thread at each of these signals, instead of what they do otherwise. Error: one
    /// sentence.
    [[nodiscard]] std::expected<void, std::string> call_on_signals(std::initializer_list<int> signals,
                                                                   std::function<void(int signal)> task);
    void go();
    /// What is at hand is finished first.
    void stop();

  private:
    void await_signal();

    asio::io_context context_{1};
    asio::signal_set signals_{context_};
    std::function<void(int)> on_signal_;
    std::atomic<bool> serves_{false};
    std::thread thread_;
};

} // namespace plenum::runtime
