// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/passphrase.h"

#include "core/runtime/identity_file.h"

#include <cstdio>
#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

namespace plenum::cli {
namespace {

/// Does not show what is typed while it lives.
class Silence {
  public:
    explicit Silence(int terminal) : terminal_{terminal}, ok_{::tcgetattr(terminal, &before_) == 0} {
        if (!ok_) return;
        auto silent = before_;
        silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        ok_ = ::tcsetattr(terminal_, TCSAFLUSH, &silent) == 0;
    }
    ~Silence() {
        if (ok_) (void)::tcsetattr(terminal_, TCSAFLUSH, &before_);
    }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;
    [[nodiscard]] bool ok() const { return ok_; }

  private:
    int terminal_;
    termios before_{};
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
