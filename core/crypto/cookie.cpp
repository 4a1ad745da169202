// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/cookie.h"

#include <sodium.h>

namespace plenum::crypto {

namespace {

static_assert(CookieNonce::size == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
static_assert(SealedCookie::size == Cookie::size + crypto_aead_xchacha20poly1305_ietf_ABYTES);
static_assert(Cookie::size >= crypto_generichash_KEYBYTES_MIN);

} // namespace

Cookie make_cookie(const SecretKey& secret, base::ByteView address) {
    return Cookie{Cookie::Value{mac16(secret, address).bytes}};
}

Mac16 cookie_mac(const Cookie& cookie, base::ByteView bytes) {
    Mac16 result;
    crypto_generichash(result.bytes.data(), Mac16::size, bytes.data(), bytes.size(), cookie.view().data(),
                       Cookie::size);
    return result;
}

SealedCookie seal_cookie(const SecretKey& key, const CookieNonce& nonce, base::ByteView associated,
                         const Cookie& cookie) {
    SealedCookie sealed;
    crypto_aead_xchacha20poly1305_ietf_encrypt(sealed.bytes.data(), nullptr, cookie.view().data(), Cookie::size,
                                               associated.data(), associated.size(), nullptr, nonce.bytes.data(),
                                               key.view().data());
    return sealed;
}

std::optional<Cookie> open_cookie(const SecretKey& key, const CookieNonce& nonce, base::ByteView associated,
                                  const SealedCookie& sealed) {
    std::optional<Cookie> cookie{std::in_place};
    const auto refused = crypto_aead_xchacha20poly1305_ietf_decrypt(
                             cookie->mutable_view().data(), nullptr, nullptr, sealed.bytes.data(), SealedCookie::size,
                             associated.data(), associated.size(), nonce.bytes.data(), key.view().data()) != 0;
    if (refused) return std::nullopt;
    return cookie;
}

} // namespace plenum::crypto
