// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/crypto/hash.h"
#include "core/crypto/secret.h"

#include <optional>

/// Cookies: what an initiator is sent to show that it receives at its address (WireGuard §5.4.7, with BLAKE2b for
/// BLAKE2s).
namespace plenum::crypto {

using Cookie = Secret<struct CookieTag, 16>;
/// 24 bytes are enough to be drawn at random for ever.
using CookieNonce = base::FixedBytes<struct NonceOfCookieTag, 24>;
/// The cookie and a tag.
using SealedCookie = base::FixedBytes<struct CookieUnderSealTag, 32>;

/// Follows from the secret and the address alone, so that nothing is kept of whom it was given to.
[[nodiscard]] Cookie make_cookie(const SecretKey& secret, base::ByteView address);
/// What whoever holds the cookie puts behind its request.
[[nodiscard]] Mac16 cookie_mac(const Cookie& cookie, base::ByteView bytes);

/// XChaCha20-Poly1305; `associated` is the mac1 of the request that it answers.
[[nodiscard]] SealedCookie seal_cookie(const SecretKey& key, const CookieNonce& nonce, base::ByteView associated,
                                       const Cookie& cookie);
/// Nullopt if altered, or sealed with another key, nonce or for another request.
[[nodiscard]] std::optional<Cookie> open_cookie(const SecretKey& key, const CookieNonce& nonce,
                                                base::ByteView associated, const SealedCookie& sealed);

} // namespace plenum::crypto
