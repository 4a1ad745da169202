// SPDX-License-Identifier: Apache-2.0
#include "core/runtime/clock.h"

#include "core/base/check.h"

#include <ctime>

namespace plenum::runtime {

base::LocalTime now() {
    timespec read{};
    CHECK(::clock_gettime(CLOCK_MONOTONIC, &read) == 0);
    return base::LocalTime{std::chrono::seconds{read.tv_sec} + std::chrono::nanoseconds{read.tv_nsec}};
}

} // namespace plenum::runtime
