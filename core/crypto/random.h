// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/crypto/secret.h"

#include <cstdint>

namespace plenum::crypto {

/// Deterministic cryptographic generator: the ChaCha20 keystream (RFC 8439), the nonce counting the draws. The first
/// 32 bytes of each draw become the next key and are handed to nobody ("fast key erasure"), so whoever learns the
/// state learns nothing of what was drawn before. The same seed and the same draws give the same bytes everywhere.
/// Not copyable: two generators with one state would draw the same "secrets".
class SeededRandom {
  public:
    explicit SeededRandom(const base::Seed& seed);
    SeededRandom(SeededRandom&&) noexcept = default;
    SeededRandom& operator=(SeededRandom&&) noexcept = default;

    void fill(base::MutableByteView out);
    template <class Fixed>
    [[nodiscard]] Fixed draw() {
        Fixed result;
        fill(result.bytes);
        return result;
    }
    /// Straight into memory that is wiped.
    [[nodiscard]] SecretKey draw_key();
    [[nodiscard]] std::uint64_t next_u64();
    [[nodiscard]] std::uint32_t next_u32() { return static_cast<std::uint32_t>(next_u64()); }
    /// A generator of its own for a part of the work.
    [[nodiscard]] SeededRandom split();

  private:
    SecretKey key_;
    std::uint64_t draws_{0};
};

} // namespace plenum::crypto
