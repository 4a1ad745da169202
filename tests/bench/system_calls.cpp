// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/system_calls.h"

#include <sys/ptrace.h>
#include <sys/wait.h>

#include <cerrno>
#include <csignal>
#include <cstring>

namespace plenum::bench {

namespace {

/// What PTRACE_O_TRACESYSGOOD adds to the signal of a stop at a system call.
constexpr int system_call_mark = 0x80;

/// The signal to pass on: none for stops that tracing itself makes.
int signal_of(int status) {
    const auto signal = WSTOPSIG(status);
    const bool own = signal == SIGTRAP || signal == (SIGTRAP | system_call_mark) || (status >> 16) != 0;
    return own ? 0 : signal;
}

} // namespace

std::expected<std::uint64_t, std::string> count_system_calls(pid_t watched, pid_t until) {
    if (::ptrace(PTRACE_SEIZE, watched, 0, PTRACE_O_TRACESYSGOOD) != 0 ||
        ::ptrace(PTRACE_INTERRUPT, watched, 0, 0) != 0)
        return std::unexpected(std::string{"tracing is not permitted here: "} + std::strerror(errno));
    std::uint64_t stops = 0;
    for (;;) {
        int status = 0;
        const auto id = ::waitpid(-1, &status, __WALL);
        if (id < 0 && errno == EINTR) continue;
        // Each call stops at its beginning and at its end.
        if (id == until) return stops / 2;
        if (id != watched || !WIFSTOPPED(status)) return std::unexpected("the watched process ended");
        if (WSTOPSIG(status) == (SIGTRAP | system_call_mark)) ++stops;
        (void)::ptrace(PTRACE_SYSCALL, watched, 0, signal_of(status));
    }
}

} // namespace plenum::bench
