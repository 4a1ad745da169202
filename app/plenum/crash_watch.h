// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace plenum::app {

/// Starts the program again after a crash.
///
/// `start` forks a watcher that holds the reading end of a pipe. On a fatal signal (SIGSEGV, SIGABRT, SIGBUS, SIGFPE,
/// SIGILL) a handler writes one byte to the pipe, and the signal then ends the program as usual. The watcher reads the
/// byte and executes the program again with the same arguments and `--after-crash`. If the program ends in another way
/// (returns, is killed), the watcher reads nothing and ends too.
///
/// The watcher is the child, so that the process which a person or a script started is the client itself: it can be
/// stopped, killed or traced by its process id.
class CrashWatch {
  public:
    static constexpr auto argument = "--after-crash";

    /// Before the first thread of this process. Does nothing where the system refuses, and in builds with sanitizers,
    /// which report crashes themselves. `again` is whether this process follows a crash: if it crashes too within
    /// `settle_time_s`, it is not started again.
    static void start(char** arguments, bool again);

    static constexpr unsigned settle_time_s = 20;
};

} // namespace plenum::app
