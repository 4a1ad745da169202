// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

namespace plenum::runtime {

/// This machine's monotonic clock (POSIX CLOCK_MONOTONIC): never goes back, stands still while the machine sleeps.
[[nodiscard]] base::LocalTime now();

} // namespace plenum::runtime
