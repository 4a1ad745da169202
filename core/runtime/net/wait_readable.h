// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <initializer_list>

namespace plenum::runtime {

/// Returns when one of the descriptors can be read, or after `timeout`, for work of its own thread that is no event
/// loop. May return early. At most four descriptors.
void wait_readable(std::initializer_list<int> descriptors, base::Duration timeout);

} // namespace plenum::runtime
