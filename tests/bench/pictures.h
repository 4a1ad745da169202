// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/bench/crowd.h"
#include "tests/bench/process.h"

/// A camera's pictures through a real relay to a crowd, in a process of its own.
namespace plenum::bench {

/// Has `receivers` and a sender come together, tells the line "begin", shows the pictures of one run in time, tells how
/// many reached a receiver. Tells nothing if the crowd does not come together.
void show_pictures(const Teller& teller, const base::Address& relay, std::size_t receivers);

} // namespace plenum::bench
