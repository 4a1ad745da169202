// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/keys.h"

#include "core/base/check.h"
#include "core/crypto/hash.h"

#include <sodium.h>

namespace plenum::crypto {

namespace {

/// What Ed25519 is computed over: length and text of the context, hash of the body. The length keeps a context from
/// running into the hash.
base::Bytes statement(std::string_view context, base::ByteView body) {
    CHECK(!context.empty() && context.size() <= 255);
    base::Bytes result;
    result.reserve(1 + context.size() + base::Hash::size);
    result.push_back(static_cast<std::uint8_t>(context.size()));
    base::append(result, base::as_bytes(context));
    base::append(result, hash(body).view());
    return result;
}

} // namespace

IdentityKeyPair IdentityKeyPair::from_seed(const base::Seed& seed) {
    IdentityKeyPair result;
    crypto_sign_seed_keypair(result.public_key.bytes.data(), result.secret.mutable_view().data(), seed.bytes.data());
    return result;
}

ExchangeKeyPair ExchangeKeyPair::from_seed(const base::Seed& seed) {
    return from_secret(derive(*SecretKey::from(seed.view()), "plenum exchange key"));
}

ExchangeKeyPair ExchangeKeyPair::from_secret(SecretKey secret) {
    ExchangeKeyPair result;
    result.secret = std::move(secret);
    crypto_scalarmult_base(result.public_key.bytes.data(), result.secret.view().data());
    return result;
}

base::Signature sign(const IdentityKeyPair& signer, std::string_view context, base::ByteView body) {
    const auto message = statement(context, body);
    base::Signature result;
    crypto_sign_detached(result.bytes.data(), nullptr, message.data(), message.size(), signer.secret.view().data());
    return result;
}

bool verify(const base::IdentityKey& signer, std::string_view context, base::ByteView body,
            const base::Signature& signature) {
    const auto message = statement(context, body);
    return crypto_sign_verify_detached(signature.bytes.data(), message.data(), message.size(), signer.bytes.data()) ==
           0;
}

std::optional<SecretKey> exchange(const ExchangeKeyPair& own, const base::ExchangeKey& other) {
    std::optional<SecretKey> result{std::in_place};
    const auto refused =
        crypto_scalarmult(result->mutable_view().data(), own.secret.view().data(), other.bytes.data()) != 0;
    if (refused || sodium_is_zero(result->view().data(), SecretKey::size) != 0) return std::nullopt;
    return result;
}

} // namespace plenum::crypto
