// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/net/signal_ends.h"

#include <fcntl.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace plenum::runtime {

namespace {

bool prepare(int descriptor) {
    const auto flags = ::fcntl(descriptor, F_GETFL);
    return flags >= 0 && ::fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 &&
           ::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

} // namespace

std::expected<SignalEnds, std::string> open_signal_ends() {
    std::array<int, 2> ends{-1, -1};
    const auto made = ::pipe(ends.data()) == 0;
    Descriptor read_end{ends[0]};
    Descriptor write_end{ends[1]};
    if (!made || !prepare(ends[0]) || !prepare(ends[1]))
        return std::unexpected(std::string{"No pipe: "} + std::strerror(errno) + ".");
    return SignalEnds{std::move(read_end), std::move(write_end)};
}

// A full pipe is a set signal.
void raise_signal(const SignalEnds& ends) {
    const char one = 1;
    [[maybe_unused]] const auto written = ::write(ends.write.value(), &one, sizeof one);
}

void clear_signal(const SignalEnds& ends) {
    std::array<char, 512> waste;
    while (::read(ends.read.value(), waste.data(), waste.size()) > 0) {
    }
}

} // namespace plenum::runtime
