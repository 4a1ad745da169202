// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/signal.h"

#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

namespace plenum::runtime {

std::expected<Signal, std::string> Signal::create() {
    Descriptor both{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
    if (!both.valid()) return std::unexpected(std::string{"No event descriptor: "} + std::strerror(errno) + ".");
    return Signal{std::move(both), Descriptor{}};
}

int Signal::write_descriptor() const { return read_end_.value(); }

// The counter saturates far beyond what is ever added, and a failed write means it is set already.
void Signal::set() const {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(write_descriptor(), &one, sizeof one);
}

void Signal::clear() const {
    std::uint64_t count = 0;
    [[maybe_unused]] const auto taken = ::read(read_end_.value(), &count, sizeof count);
}

} // namespace plenum::runtime
