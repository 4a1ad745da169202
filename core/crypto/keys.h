// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/crypto/secret.h"

#include <optional>
#include <string_view>

namespace plenum::crypto {

/// Ed25519 (RFC 8032): who a device or a relay is. The same seed gives the same pair everywhere.
struct IdentityKeyPair {
    [[nodiscard]] static IdentityKeyPair from_seed(const base::Seed& seed);

    base::IdentityKey public_key;
    /// Seed and public key, as libsodium keeps it.
    Secret<struct IdentitySecretTag, 64> secret;
    [[nodiscard]] IdentityKeyPair copy() const { return {public_key, secret.copy()}; }
};

/// X25519 (RFC 7748): what handshakes and key wraps are made with.
struct ExchangeKeyPair {
    /// The secret is derived from the seed, so that one seed may serve an identity too.
    [[nodiscard]] static ExchangeKeyPair from_seed(const base::Seed& seed);
    /// The 32 bytes as they are; clamping happens in use.
    [[nodiscard]] static ExchangeKeyPair from_secret(SecretKey secret);

    base::ExchangeKey public_key;
    SecretKey secret;
    [[nodiscard]] ExchangeKeyPair copy() const { return {public_key, secret.copy()}; }
};

/// Signs (context, BLAKE2b-256 of body). The context is unique to the message type ("log-entry"), 1 to 255 bytes;
/// body begins with the conference where the message belongs to one (security.md, Identity).
[[nodiscard]] base::Signature sign(const IdentityKeyPair& signer, std::string_view context, base::ByteView body);

/// True only for what `sign` made with that context and body. Keys of small order and non-canonical signatures are
/// refused.
[[nodiscard]] bool verify(const base::IdentityKey& signer, std::string_view context, base::ByteView body,
                          const base::Signature& signature);

/// The shared secret; nullopt when it would be all zero, that is when the other's key is of small order.
/// Not uniform: hash it (derive, hkdf_extract) before use.
[[nodiscard]] std::optional<SecretKey> exchange(const ExchangeKeyPair& own, const base::ExchangeKey& other);

} // namespace plenum::crypto
