// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/crash_watch.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace plenum::app {
namespace {

/// A sanitizer tells of what is fatal itself.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool is_watched = false;
#elif defined(__has_feature)
constexpr bool is_watched = !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool is_watched = true;
#endif

constexpr std::array fatal_signals{SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL};
constexpr std::array stop_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::size_t stack_bytes = 64 * 1024;
constexpr std::size_t path_bytes_max = 4096;

/// The pipe's writing end; a handler reads it.
volatile int crash_pipe = -1;
volatile std::sig_atomic_t armed = 0;

/// Calls only what is safe in a signal handler.
void report_crash(int signal) {
    const char byte = 'c';
    // Nobody reads where the watcher was killed; then the signal alone ends the program.
    const auto told = armed != 0 ? write(crash_pipe, &byte, 1) : 0;
    static_cast<void>(told);
    raise(signal);
}

void install_handlers() {
    // A handler needs a stack of its own where the crash is that the stack is full.
    static std::array<char, stack_bytes> handler_stack;
    stack_t stack{};
    stack.ss_sp = handler_stack.data();
    stack.ss_size = handler_stack.size();
    sigaltstack(&stack, nullptr);
    struct sigaction action{};
    action.sa_handler = report_crash;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
    for (const auto signal : fatal_signals)
        sigaction(signal, &action, nullptr);
}

/// True once the program has crashed; false if it ended otherwise.
bool wait_for_crash(int pipe_end) {
    char byte = 0;
    ssize_t got = 0;
    bool crashed = false;
    // The end of the file comes when the program is gone, and with it its windows and sockets.
    do {
        got = read(pipe_end, &byte, 1);
        crashed = crashed || got == 1;
    } while (got == 1 || (got < 0 && errno == EINTR));
    return crashed;
}

[[noreturn]] void watch(int pipe_end, char** arguments, int crashes_before) {
    const auto program = getppid();
    prctl(PR_SET_NAME, "plenum-watch");
    // Whoever stops the program from a terminal stops the whole group; the program decides how it ends.
    for (const auto signal : stop_signals)
        std::signal(signal, SIG_IGN);
    const auto started = time(nullptr);
    if (!wait_for_crash(pipe_end)) _exit(0);
    const auto settled = time(nullptr) - started >= time_t{CrashWatch::settle_time_s};
    const auto count = settled ? 1 : crashes_before + 1;
    if (count > CrashWatch::crashes_max) _exit(0);
    for (const auto signal : stop_signals)
        std::signal(signal, SIG_DFL);
    close(pipe_end);
    auto added = std::string{CrashWatch::argument} + '=' + std::to_string(program) + ',' + std::to_string(count);
    std::vector<char*> words;
    for (; *arguments != nullptr; ++arguments)
        if (!std::string_view{*arguments}.starts_with(CrashWatch::argument)) words.push_back(*arguments);
    words.push_back(added.data());
    words.push_back(nullptr);
    // By its own path, so that it is known by its own name; by the link where an upgrade took the file away.
    std::array<char, path_bytes_max> path{};
    if (readlink("/proc/self/exe", path.data(), path.size() - 1) > 0) execv(path.data(), words.data());
    execv("/proc/self/exe", words.data());
    _exit(1);
}

} // namespace

std::optional<CrashWatch::Crash> CrashWatch::read(std::string_view text) {
    Crash crash;
    const auto* end = text.data() + text.size();
    const auto [comma, first_error] = std::from_chars(text.data(), end, crash.process);
    if (first_error != std::errc{} || comma == end || *comma != ',') return std::nullopt;
    const auto [rest, second_error] = std::from_chars(comma + 1, end, crash.count);
    if (second_error != std::errc{} || rest != end || crash.process <= 0 || crash.count <= 0) return std::nullopt;
    return crash;
}

void CrashWatch::arm() { armed = 1; }

void CrashWatch::start(char** arguments, const std::optional<Crash>& before) {
    if (!is_watched) return;
    std::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    const auto child = fork();
    if (child < 0) {
        close(ends[0]);
        close(ends[1]);
        return;
    }
    if (child == 0) {
        close(ends[1]);
        watch(ends[0], arguments, before ? before->count : 0);
    }
    close(ends[0]);
    crash_pipe = ends[1];
    install_handlers();
}

} // namespace plenum::app
