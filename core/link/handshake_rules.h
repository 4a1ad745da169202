// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/ids.h"
#include "core/crypto/cookie.h"
#include "core/crypto/datagram_seal.h"
#include "core/crypto/noise.h"
#include "core/crypto/secret.h"
#include "core/wire/datagram.h"

#include <array>
#include <cstdint>
#include <optional>

/// What both sides of a handshake must do alike (docs/protocol.md §1).
namespace plenum::link {

/// The Noise pattern that a datagram's pattern byte stands for.
[[nodiscard]] const crypto::Pattern& noise_pattern(wire::HandshakePattern pattern);

/// Binds version, pattern, conference and the initiator's index to the handshake, so that none can be altered.
using Prologue = std::array<std::uint8_t, 34>;
[[nodiscard]] Prologue prologue(wire::HandshakePattern pattern, const base::ConferenceHandle& conference,
                                base::SessionIndex initiator);

/// The key given for a conference serves two purposes, each with a key of its own.
[[nodiscard]] crypto::SecretKey noise_psk(const crypto::SecretKey& access);
/// `responder` is all zero where the initiator does not know the responder's key (pattern `open`).
[[nodiscard]] crypto::SecretKey mac1_key(const crypto::SecretKey& access, wire::HandshakePattern pattern,
                                         const base::ExchangeKey& responder);
/// What cookies are sealed with for those who know what mac1 is made with.
[[nodiscard]] crypto::SecretKey cookie_key(const crypto::SecretKey& access, wire::HandshakePattern pattern,
                                           const base::ExchangeKey& responder);
/// IP and port, as what is bound to an address is computed over them.
using AddressBytes = std::array<std::uint8_t, 18>;
[[nodiscard]] AddressBytes address_bytes(const base::Address& address);
/// Last word of the initiator where the pattern has no third message: Noise's first transport message, which shows
/// that the initiator has the keys. The key seals nothing else; those of the session are derived.
[[nodiscard]] base::Bytes seal_confirmation(const crypto::TransportKeys& split, base::ByteView payload);
/// Size of the payload, which goes to the front of `out`; nullopt if forged.
[[nodiscard]] std::optional<std::size_t> open_confirmation(const crypto::TransportKeys& split, base::ByteView sealed,
                                                           base::MutableByteView out);
/// What a relay is known by to relays that know its key: the first 16 bytes of the key's BLAKE2b-256.
[[nodiscard]] base::ConferenceHandle relay_handle(const base::ExchangeKey& relay);
/// What this machine can seal with; ChaCha20-Poly1305 alone unless `aes` is wanted and there.
[[nodiscard]] wire::CipherSet available_ciphers(bool aes);
/// The best that both can.
[[nodiscard]] wire::Cipher choose_cipher(wire::CipherSet ours, wire::CipherSet theirs);
/// What a session is sealed with: other keys for each cipher, so that nothing sealed with one means anything to
/// another.
[[nodiscard]] crypto::TransportKeys session_keys(const crypto::TransportKeys& split, wire::Cipher cipher);
[[nodiscard]] crypto::Cipher to_cipher(wire::Cipher cipher);
/// Over all of an encoded HandshakeInit that stands before mac1.
[[nodiscard]] wire::Mac mac1(const crypto::SecretKey& key, base::ByteView init);
/// Over all that stands before mac2.
[[nodiscard]] wire::Mac mac2(const crypto::Cookie& cookie, base::ByteView init);

} // namespace plenum::link
