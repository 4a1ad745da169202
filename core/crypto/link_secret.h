// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/crypto/random.h"
#include "core/crypto/secret.h"

#include <optional>
#include <string>
#include <string_view>

/// What comes from the 128 random bits behind a link's # (security.md, Link). No content key does.
namespace plenum::crypto {

using LinkSecret = Secret<struct LinkSecretTag, 16>;

/// What relays know the conference by.
[[nodiscard]] base::ConferenceHandle conference_handle(const LinkSecret& secret);
/// Lets a datagram of a stranger be told from one of an invited person: the relay knows it.
[[nodiscard]] SecretKey access_key(const LinkSecret& secret);
/// Between those who have the link; the relay does not know it.
[[nodiscard]] SecretKey lobby_key(const LinkSecret& secret);
/// What names of people and of the conference are hidden from relays with.
[[nodiscard]] SecretKey names_key(const SecretKey& lobby);

/// Proof that whoever presents these two keys has the link.
using LobbyProof = base::FixedBytes<struct LobbyProofTag, 32>;
[[nodiscard]] LobbyProof lobby_proof(const SecretKey& lobby, const base::ConferenceHandle& conference,
                                     const base::IdentityKey& identity, const base::ExchangeKey& exchange_key);
/// In constant time.
[[nodiscard]] bool verify_lobby_proof(const LobbyProof& proof, const SecretKey& lobby,
                                      const base::ConferenceHandle& conference, const base::IdentityKey& identity,
                                      const base::ExchangeKey& exchange_key);

/// XChaCha20-Poly1305: 24 bytes are enough to be drawn at random for ever.
using TextNonce = base::FixedBytes<struct TextNonceTag, 24>;
/// Nonce and tag.
inline constexpr std::size_t sealed_text_overhead = 24 + 16;

/// Nonce, ciphertext, tag. The nonce is drawn from `nonce_source`, or given and never used twice under one key.
[[nodiscard]] base::Bytes seal_text(const SecretKey& key, base::ByteView associated, std::string_view text,
                                    SeededRandom& nonce_source);
[[nodiscard]] base::Bytes seal_text(const SecretKey& key, base::ByteView associated, std::string_view text,
                                    const TextNonce& nonce);
/// Nullopt if altered, truncated, or sealed with another key or associated data. Whether the text is clean UTF-8 is
/// the caller's to ask (base::is_clean_text).
[[nodiscard]] std::optional<std::string> open_text(const SecretKey& key, base::ByteView associated,
                                                   base::ByteView sealed);

} // namespace plenum::crypto
