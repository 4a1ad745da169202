// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"

#include <expected>
#include <string>

namespace plenum::runtime {

/// 32 fresh bytes of the system's entropy, waiting for it to be gathered at boot. Fails with a sentence, never gives
/// weak bytes. Prepares core/crypto (crypto::initialise) on the first call.
[[nodiscard]] std::expected<base::Seed, std::string> draw_seed();

} // namespace plenum::runtime
