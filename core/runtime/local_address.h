// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"

namespace plenum::runtime {

/// The address of this machine that others of its network reach it at: that of the interface of the default route, else
/// of any interface that is up, else the loopback. Asks the routing table; sends nothing. Port 0.
[[nodiscard]] base::Address local_address();

} // namespace plenum::runtime
