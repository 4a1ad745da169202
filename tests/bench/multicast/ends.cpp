// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/multicast/ends.h"

#include "core/base/random.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <poll.h>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace plenum::bench::multicast {
namespace {

double seconds_of(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

/// Peak of this program alone: getrusage also counts the process that it was forked from.
long peak_memory_kib() {
    std::ifstream status{"/proc/self/status"};
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
    }
    return 0;
}

} // namespace

base::Bytes make_message(std::uint64_t number) {
    base::Random random{number};
    base::Bytes message(message_bytes);
    std::ranges::generate(message, [&] { return static_cast<std::uint8_t>(random.next()); });
    return message;
}

base::LocalTime clock_now() { return base::LocalTime{std::chrono::steady_clock::now().time_since_epoch()}; }

double seconds(base::LocalTime at) { return std::chrono::duration<double>{at.time_since_epoch()}.count(); }

void Reception::take(base::ByteView message) {
    if (std::ranges::equal(message, make_message(next_))) ++good_;
    ++next_;
    if (is_over() && !over_at_) over_at_ = clock_now();
}

nlohmann::json Reception::told() const {
    return {{"whole", is_whole()}, {"good", good_}, {"over_at", seconds(over_at_.value_or(clock_now()))}};
}

nlohmann::json usage() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return {{"cpu_s", seconds_of(used.ru_utime) + seconds_of(used.ru_stime)}, {"peak_kib", peak_memory_kib()}};
}

void tell(const nlohmann::json& line) { std::cout << line.dump() << std::endl; }

bool wait(int descriptor, base::LocalTime until) {
    std::array<pollfd, 2> watched{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{descriptor, POLLIN, 0}};
    const auto left = std::clamp<base::Duration>(until - clock_now(), {}, std::chrono::hours{1});
    const timespec patience{static_cast<time_t>(left.count() / 1'000'000'000),
                            static_cast<long>(left.count() % 1'000'000'000)};
    if (ppoll(watched.data(), watched.size(), &patience, nullptr) <= 0) return true;
    if (watched[0].revents == 0) return true;
    std::array<char, 64> ignored{};
    return read(STDIN_FILENO, ignored.data(), ignored.size()) > 0;
}

} // namespace plenum::bench::multicast
