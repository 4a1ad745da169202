// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/signal_ends.h"

#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace plenum::runtime {

std::expected<SignalEnds, std::string> open_signal_ends() {
    Descriptor both{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (!both.valid()) return std::unexpected(std::string{"No event descriptor: "} + std::strerror(errno) + ".");
    return SignalEnds{std::move(both), Descriptor{}};
}

// The counter saturates far beyond what is ever added, and a failed write means it is set already.
void raise_signal(const SignalEnds& ends) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(ends.read.value(), &one, sizeof one);
}

void clear_signal(const SignalEnds& ends) {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = ::read(ends.read.value(), &count, sizeof count);
}

} // namespace plenum::runtime
