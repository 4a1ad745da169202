// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/stop_signal.h"

#include <QSocketNotifier>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>

namespace plenum::app {
namespace {

std::atomic<int> descriptor{-1};

/// Only what signal-safety(7) allows.
void pass_on(int) {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = write(descriptor, &one, sizeof one);
}

void handle_by(void (*handler)(int)) {
    struct sigaction action{};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace

StopSignal::StopSignal(QObject* parent) : QObject{parent} {
    descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return; // signals then kill, as everywhere
    notifier_ = new QSocketNotifier{descriptor, QSocketNotifier::Read, this};
    connect(notifier_, &QSocketNotifier::activated, this, [this] {
        std::uint64_t count = 0;
        [[maybe_unused]] const auto got = read(descriptor, &count, sizeof count);
        emit came();
    });
    handle_by(&pass_on);
}

StopSignal::~StopSignal() {
    if (descriptor < 0) return;
    handle_by(SIG_DFL);
    delete notifier_;
    close(descriptor.exchange(-1));
}

} // namespace plenum::app
