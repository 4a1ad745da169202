// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/side_thread.h"

#include "core/runtime/threads.h"

#include <system_error>

namespace plenum::runtime {

std::expected<void, std::string> SideThread::call_on_signals(std::initializer_list<int> signals,
                                                             std::function<void(int)> task) {
    for (const auto signal : signals) {
        std::error_code error;
        signals_.add(signal, error);
        if (error) return std::unexpected("Signals cannot be handled: " + error.message() + ".");
    }
    on_signal_ = std::move(task);
    wanted_ = true;
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

void SideThread::start() {
    if (!wanted_ || thread_.joinable()) return;
    thread_ = std::jthread{[this] {
        name_thread("plenum-side");
        context_.run();
    }};
}

void SideThread::stop() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
}

} // namespace plenum::runtime
