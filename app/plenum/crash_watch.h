// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <sys/types.h>

namespace plenum::app {

/// Starts the program again after a crash.
///
/// `start` forks a watcher that holds the reading end of a pipe. On a fatal signal (SIGSEGV, SIGABRT, SIGBUS, SIGFPE,
/// SIGILL) a handler writes one byte to the pipe, and the signal then ends the program as usual. The watcher reads the
/// byte and executes the program again with the same arguments and `--after-crash PROCESS,COUNT`. If the program ends
/// in another way (returns, is killed), the watcher reads nothing and ends too.
///
/// The watcher is the child, so that the process which a person or a script started is the client itself: it can be
/// stopped, killed or traced by its process id.
class CrashWatch {
  public:
    static constexpr auto argument = "--after-crash";
    /// Crashes in a row after which the program stays down.
    static constexpr int crashes_max = 3;
    /// Whoever ran for so long begins to count anew.
    static constexpr unsigned settle_time_s = 600;

    struct Crash {
        /// The process that crashed.
        pid_t process{0};
        /// Crashes in a row, this one included.
        int count{0};
    };
    /// Of `argument`; nullopt for what is none.
    [[nodiscard]] static std::optional<Crash> read(std::string_view text);

    /// Before the first thread of this process. Does nothing where the system refuses, and in builds with sanitizers,
    /// which report crashes themselves. `before`: the crash that this process follows.
    static void start(char** arguments, const std::optional<Crash>& before);
    /// From now on a crash starts the program again. Before, it could not have shown a window.
    static void arm();
};

} // namespace plenum::app
