// SPDX-License-Identifier: Apache-2.0
// Preloaded into a process (LD_PRELOAD), this makes its monotonic clock wrong, so that processes on one machine have
// clocks as far apart as those of several. PLENUM_CLOCK_ERROR="OFFSET_US PPM BASE_US": at the true time BASE_US the
// clock is ahead by OFFSET_US, and from there on it is too fast by PPM.
#include <dlfcn.h>
#include <pthread.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t million = 1'000'000;

struct ClockError {
    long long offset_us{0};
    long long ppm{0};
    long long base_us{0};
};

ClockError read_error() {
    ClockError error;
    const char* told = std::getenv("PLENUM_CLOCK_ERROR");
    if (told == nullptr || std::sscanf(told, "%lld %lld %lld", &error.offset_us, &error.ppm, &error.base_us) != 3) {
        std::fputs("clock_error: PLENUM_CLOCK_ERROR is not OFFSET_US PPM BASE_US.\n", stderr);
        std::abort();
    }
    return error;
}

const ClockError& clock_error() {
    static const ClockError error = read_error();
    return error;
}

timespec shifted(const timespec& time, std::int64_t by) {
    const auto all = std::int64_t{time.tv_sec} * second + time.tv_nsec + by;
    return {static_cast<std::time_t>(all / second), static_cast<long>(all % second)};
}

/// How far the clock is ahead at that time, which may be its own: the drift over an error of 50 ms is nothing.
std::int64_t ahead_at(const timespec& time) {
    const auto& error = clock_error();
    const auto since = std::int64_t{time.tv_sec} * second + time.tv_nsec - error.base_us * 1000;
    return error.offset_us * 1000 + since / million * error.ppm;
}

template <typename Function>
Function* real(const char* name) {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

} // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* time) noexcept {
    static auto* const genuine = real<int(clockid_t, timespec*)>("clock_gettime");
    const int result = genuine(clock, time);
    if (result == 0 && clock == CLOCK_MONOTONIC) *time = shifted(*time, ahead_at(*time));
    return result;
}

extern "C" int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                                      const timespec* until) {
    static auto* const genuine =
        real<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>("pthread_cond_clockwait");
    const auto there = clock == CLOCK_MONOTONIC ? shifted(*until, -ahead_at(*until)) : *until;
    return genuine(condition, mutex, clock, &there);
}
