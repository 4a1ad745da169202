// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/noise.h"

#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace plenum::vectors {

/// A pattern that owns what its descriptor points to.
struct OwnedPattern {
    std::string name;
    std::vector<std::vector<crypto::NoiseToken>> tokens;
    std::vector<crypto::NoiseMessage> messages;
    crypto::Pattern pattern;
};

/// The pattern of that name, psk modifiers included ("XXpsk0+psk3"), built from the tables of Noise revision 34 (§7.4,
/// §7.5, §18.1); null if the base pattern is in none.
[[nodiscard]] std::unique_ptr<OwnedPattern> find_pattern(std::string_view name);

} // namespace plenum::vectors
