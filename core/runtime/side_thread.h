// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <asio/io_context.hpp>
#include <asio/signal_set.hpp>

#include <expected>
#include <functional>
#include <initializer_list>
#include <string>
#include <thread>

namespace plenum::runtime {

/// A thread for what no datagram should wait for, and what never waits for long: HTTP and signals, with Asio. There is
/// none until `start`, and none where nothing was asked of it.
class SideThread {
  public:
    ~SideThread() { stop(); }

    /// For those who serve there. Before `start`.
    [[nodiscard]] asio::io_context& context() {
        wanted_ = true;
        return context_;
    }
    /// Before `start`. `task` on this thread at each of these signals, instead of what they do otherwise. Error: one
    /// sentence.
    [[nodiscard]] std::expected<void, std::string> call_on_signals(std::initializer_list<int> signals,
                                                                   std::function<void(int signal)> task);
    void start();
    /// What is at hand is finished first.
    void stop();

  private:
    void await_signal();

    asio::io_context context_{1};
    asio::signal_set signals_{context_};
    std::function<void(int)> on_signal_;
    bool wanted_{false};
    std::jthread thread_;
};

} // namespace plenum::runtime
