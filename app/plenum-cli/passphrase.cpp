// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/passphrase.h"

#include "core/runtime/identity_file.h"

#include <array>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace plenum::cli {
namespace {

/// For the handler of signals, which has no other way to it.
int silent_terminal = -1;
termios shown_settings{};

extern "C" void show_again_and_end(int signal) {
    (void)::tcsetattr(silent_terminal, TCSAFLUSH, &shown_settings);
    // Its action is the default again (SA_RESETHAND); it comes when this function returns.
    (void)::raise(signal);
}

/// Does not show what is typed while it lives; one at a time. A signal that ends the program shows it again.
class Silence {
  public:
    explicit Silence(int terminal) : terminal_{terminal}, ok_{::tcgetattr(terminal, &shown_settings) == 0} {
        if (!ok_) return;
        silent_terminal = terminal;
        struct sigaction ending{};
        ending.sa_handler = show_again_and_end;
        ending.sa_flags = SA_RESETHAND;
        for (std::size_t i = 0; i < signals.size(); ++i)
            (void)::sigaction(signals[i], &ending, &before_[i]);
        auto silent = shown_settings;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ok_ = ::tcsetattr(terminal_, TCSAFLUSH, &silent) == 0;
    }
    ~Silence() {
        if (silent_terminal != terminal_) return;
        (void)::tcsetattr(terminal_, TCSAFLUSH, &shown_settings);
        for (std::size_t i = 0; i < signals.size(); ++i)
            (void)::sigaction(signals[i], &before_[i], nullptr);
        silent_terminal = -1;
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    [[nodiscard]] bool ok() const { return ok_; }

  private:
    static constexpr std::array signals{SIGINT, SIGTERM, SIGQUIT, SIGHUP};
    int terminal_;
    std::array<struct sigaction, signals.size()> before_{};
    bool ok_;
};

} // namespace

std::expected<std::string, std::string> ask_passphrase(const std::string& question, std::string_view option) {
    const int terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (terminal < 0)
        return std::unexpected("There is no terminal to ask for the passphrase at; give it by " + std::string{option} +
                               ".");
    std::expected<std::string, std::string> answer =
        std::unexpected(std::string{"The terminal cannot be kept from showing what is typed."});
    if (const Silence silence{terminal}; silence.ok()) {
        (void)::dprintf(terminal, "%s: ", question.c_str());
        answer = runtime::read_passphrase(terminal);
        (void)::dprintf(terminal, "\n");
    }
    ::close(terminal);
    return answer;
}

} // namespace plenum::cli
