// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/side_thread.h"

#include "core/runtime/threads.h"

#include <system_error>

namespace plenum::runtime {

std::expected<void, std::string> SideThread::start() {
    if (thread_.joinable()) return {};
    try {
        thread_ = std::thread{[this] {
            name_thread("plenum-side");
            serves_.wait(false);
            context_.run();
        }};
    } catch (const std::system_error& error) {
        return std::unexpected(std::string{"No thread for signals and HTTP: "} + error.what() + ".");
    }
    return {};
}

std::expected<void, std::string> SideThread::call_on_signals(std::initializer_list<int> signals,
                                                             std::function<void(int)> task) {
    if (auto started = start(); !started) return started;
    for (const auto signal : signals) {
        std::error_code error;
        signals_.add(signal, error);
        if (error) return std::unexpected("Signals cannot be handled: " + error.message() + ".");
    }
    on_signal_ = std::move(task);
    await_signal();
    return {};
}

void SideThread::await_signal() {
    signals_.async_wait([this](const std::error_code& error, int signal) {
        if (error) return;
        await_signal();
        on_signal_(signal);
    });
}

void SideThread::go() {
    serves_ = true;
    serves_.notify_all();
}

void SideThread::stop() {
    context_.stop();
    go();
    if (thread_.joinable()) thread_.join();
}

} // namespace plenum::runtime
