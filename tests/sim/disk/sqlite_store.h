// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/sim/relay_store.h"

namespace plenum::sim {

/// Relays with core/runtime/store, each on a disk of its own. One world at a time in a process: SQLite's draws are
/// seeded anew with each store that is made.
[[nodiscard]] StoreFactory sqlite_stores();

} // namespace plenum::sim
