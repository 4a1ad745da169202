// SPDX-License-Identifier: Apache-2.0
#include "core/crypto/link_secret.h"

#include "core/crypto/hash.h"

#include <sodium.h>

namespace plenum::crypto {

namespace {

static_assert(TextNonce::size == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES);
static_assert(sealed_text_overhead == TextNonce::size + crypto_aead_xchacha20poly1305_ietf_ABYTES);

/// HKDF widens the link's 16 bytes; every key is an expansion of its own.
template <class Target>
void expand(const LinkSecret& secret, std::string_view label, Target out) {
    hkdf_expand(hkdf_extract(base::as_bytes("plenum link"), secret.view()), base::as_bytes(label), out);
}

SecretKey key_of(const LinkSecret& secret, std::string_view label) {
    SecretKey result;
    expand(secret, label, result.mutable_view());
    return result;
}

} // namespace

base::ConferenceHandle conference_handle(const LinkSecret& secret) {
    base::ConferenceHandle result;
    expand(secret, "conference handle", base::MutableByteView{result.bytes});
    return result;
}

SecretKey access_key(const LinkSecret& secret) { return key_of(secret, "access"); }
SecretKey lobby_key(const LinkSecret& secret) { return key_of(secret, "lobby"); }
SecretKey names_key(const SecretKey& lobby) { return derive(lobby, "plenum names"); }

LobbyProof lobby_proof(const SecretKey& lobby, const base::ConferenceHandle& conference,
                       const base::IdentityKey& identity, const base::ExchangeKey& exchange_key) {
    const auto key = derive(lobby, "plenum lobby proof");
    // Each piece has a fixed length.
    return {Hasher{key}.add(conference.view()).add(identity.view()).add(exchange_key.view()).finish().bytes};
}

bool verify_lobby_proof(const LobbyProof& proof, const SecretKey& lobby, const base::ConferenceHandle& conference,
                        const base::IdentityKey& identity, const base::ExchangeKey& exchange_key) {
    const auto expected = lobby_proof(lobby, conference, identity, exchange_key);
    return equal_in_constant_time(expected.view(), proof.view());
}

base::Bytes seal_text(const SecretKey& key, base::ByteView associated, std::string_view text,
                      SeededRandom& nonce_source) {
    return seal_text(key, associated, text, nonce_source.draw<TextNonce>());
}

base::Bytes seal_text(const SecretKey& key, base::ByteView associated, std::string_view text, const TextNonce& nonce) {
    base::Bytes result{nonce.bytes.begin(), nonce.bytes.end()};
    result.resize(text.size() + sealed_text_overhead);
    const auto plaintext = base::as_bytes(text);
    crypto_aead_xchacha20poly1305_ietf_encrypt(result.data() + TextNonce::size, nullptr, plaintext.data(),
                                               plaintext.size(), associated.data(), associated.size(), nullptr,
                                               nonce.bytes.data(), key.view().data());
    return result;
}

std::optional<std::string> open_text(const SecretKey& key, base::ByteView associated, base::ByteView sealed) {
    if (sealed.size() < sealed_text_overhead) return std::nullopt;
    const auto nonce = sealed.first(TextNonce::size);
    const auto body = sealed.subspan(TextNonce::size);
    base::Bytes plaintext(sealed.size() - sealed_text_overhead);
    const auto refused = crypto_aead_xchacha20poly1305_ietf_decrypt(plaintext.data(), nullptr, nullptr, body.data(),
                                                                    body.size(), associated.data(), associated.size(),
                                                                    nonce.data(), key.view().data()) != 0;
    if (refused) return std::nullopt;
    return base::to_text(plaintext);
}

} // namespace plenum::crypto
