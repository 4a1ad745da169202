// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plenum::crypto {

/// Noise's nonce for ChaCha20-Poly1305 (revision 34 §12.3): four zero bytes, then the number, little-endian. Handshake
/// messages, datagrams and the generator all count with it.
[[nodiscard]] inline std::array<std::uint8_t, 12> counter_nonce(std::uint64_t number) {
    std::array<std::uint8_t, 12> nonce{};
    for (std::size_t i = 0; i < 8; ++i)
        nonce[4 + i] = static_cast<std::uint8_t>(number >> (8 * i));
    return nonce;
}

} // namespace plenum::crypto
