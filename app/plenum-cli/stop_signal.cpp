// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/stop_signal.h"

#include <csignal>

namespace plenum::cli {
namespace {

volatile std::sig_atomic_t signal_seen = 0;

} // namespace

void catch_stop_signals() {
    struct sigaction action{};
    action.sa_handler = [](int) { signal_seen = 1; };
    // Without SA_RESTART, so that a wait for input ends.
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

bool stop_asked() { return signal_seen != 0; }

} // namespace plenum::cli
