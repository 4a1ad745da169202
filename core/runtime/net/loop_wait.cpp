// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/loop_wait.h"

#include <array>

namespace plenum::runtime {

std::expected<LoopWait, std::string> LoopWait::create() {
    auto bell = Signal::create();
    if (!bell) return std::unexpected(bell.error());
    return LoopWait{std::move(*bell)};
}

LoopWait::Ready LoopWait::wait(int socket, bool wants_room, base::LocalTime until) {
    waits_.store(std::this_thread::get_id(), std::memory_order_relaxed);
    const auto events = static_cast<short>(wants_room ? POLLIN | POLLOUT : POLLIN);
    std::array<pollfd, 2> waited{pollfd{socket, events, 0}, pollfd{bell_.descriptor(), POLLIN, 0}};
    poll_until(waited, rung_.load() ? base::LocalTime::min() : until);
    if (waited[1].revents != 0) bell_.clear();
    // What a socket has to complain about, whoever reads from it is told.
    return {(waited[0].revents & ~POLLOUT) != 0, (waited[0].revents & POLLOUT) != 0};
}

void LoopWait::ring() {
    const bool first = !rung_.exchange(true);
    if (first && waits_.load(std::memory_order_relaxed) != std::this_thread::get_id()) bell_.set();
}

} // namespace plenum::runtime
