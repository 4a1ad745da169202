// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/crypto/secret.h"

#include <cstdint>
#include <expected>
#include <string_view>

/// A secret seed that a passphrase keeps: Argon2id (RFC 9106) makes a key of the passphrase, XChaCha20-Poly1305 seals
/// the seed with it.
namespace plenum::crypto {

/// What trying one passphrase costs. Stands beside what is sealed, so that it can rise later.
struct PassphraseCost {
    std::uint32_t passes{3};
    std::uint32_t memory_kib{256 * 1024};
    friend bool operator==(const PassphraseCost&, const PassphraseCost&) = default;
};
/// Whoever can write the file must not be able to make its owner's machine run out of memory.
inline constexpr PassphraseCost passphrase_cost_max{.passes = 16, .memory_kib = 1024 * 1024};
/// libsodium's least; for tests.
inline constexpr PassphraseCost passphrase_cost_min{.passes = 1, .memory_kib = 8};

using PassphraseSalt = base::FixedBytes<struct PassphraseSaltTag, 16>;
using PassphraseNonce = base::FixedBytes<struct PassphraseNonceTag, 24>;

/// Mark (8 bytes), passes and memory in KiB (u32 each, most significant first), salt, nonce, sealed seed and tag. All
/// before the seed is authenticated with it.
inline constexpr std::size_t wrapped_seed_bytes = 8 + 4 + 4 + PassphraseSalt::size + PassphraseNonce::size + 32 + 16;

enum class PassphraseError : std::uint8_t {
    malformed = 1, ///< no wrapped seed, or a cost beyond `passphrase_cost_max`
    wrong = 2,     ///< another passphrase, or something was altered: the two cannot be told apart
    no_memory = 3, ///< the machine has less than it costs
};

/// Whether these bytes say that they are one; a bare seed does not, but by a chance of 2^-64.
[[nodiscard]] bool is_wrapped_seed(base::ByteView bytes);
/// Salt and nonce are drawn anew each time. Errors: malformed (the cost is out of bounds), no_memory.
[[nodiscard]] std::expected<base::Bytes, PassphraseError> wrap_seed(const base::Seed& seed, std::string_view passphrase,
                                                                    const PassphraseSalt& salt,
                                                                    const PassphraseNonce& nonce,
                                                                    const PassphraseCost& cost = {});
[[nodiscard]] std::expected<base::Seed, PassphraseError> unwrap_seed(base::ByteView wrapped,
                                                                     std::string_view passphrase);

} // namespace plenum::crypto
