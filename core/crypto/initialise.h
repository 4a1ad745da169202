// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace plenum::crypto {

/// Lets libsodium look at the processor and choose its fast implementations; without it every function here gives the
/// same bytes by the portable ones, and AES-256-GCM counts as not available. Opens the system's source of entropy,
/// hence for the shells around core (runtime, tests, tools) and called by nothing in core. Any thread, any number of
/// times, but before other threads use this folder. False if the system has no entropy.
[[nodiscard]] bool initialise();

} // namespace plenum::crypto
