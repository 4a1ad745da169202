// SPDX-License-Identifier: Apache-2.0
// Breaks each rule of core's purity once. Built as a library, never linked: core_purity_canary must catch every line.
#include <chrono>
#include <cstddef>
#include <fstream>
#include <mutex>
#include <random>
#include <thread>

#include <sys/socket.h>
#include <unistd.h>

namespace plenum::canary {

std::size_t break_every_rule();

std::size_t break_every_rule() {
    std::mutex mutex;
    const std::lock_guard guard{mutex};
    std::thread{[] {}}.join();
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    const auto descriptor = socket(AF_INET, SOCK_DGRAM, 0);
    std::random_device entropy;
    const std::ifstream file{"canary"};
    usleep(1);
    return static_cast<std::size_t>(now) + static_cast<std::size_t>(descriptor) + entropy() +
           static_cast<std::size_t>(file.good());
}

} // namespace plenum::canary
