// SPDX-License-Identifier: Apache-2.0
#include "core/link/handshake_rules.h"

#include "core/base/check.h"
#include "core/crypto/hash.h"

#include <algorithm>
#include <string_view>

namespace plenum::link {

namespace {

/// mac1 and mac2 stand last.
constexpr std::size_t mac1_covers = wire::handshake_init_bytes - 2 * wire::Mac::size;
constexpr std::size_t mac2_covers = wire::handshake_init_bytes - wire::Mac::size;

/// A key for a purpose of its own. The responder's key does not count where the initiator does not know it.
crypto::SecretKey derive_for(std::string_view label, const crypto::SecretKey& access, wire::HandshakePattern pattern,
                             const base::ExchangeKey& responder) {
    const auto known = pattern != wire::HandshakePattern::open;
    const auto key = known ? responder : base::ExchangeKey{};
    return crypto::derive(access, label, key.view());
}

} // namespace

const crypto::Pattern& noise_pattern(wire::HandshakePattern pattern) {
    switch (pattern) {
    case wire::HandshakePattern::known_relay: return crypto::pattern_xk_psk3;
    case wire::HandshakePattern::open: return crypto::pattern_xx_psk3;
    case wire::HandshakePattern::relays: return crypto::pattern_kk_psk2;
    }
    CHECK(false);
    return crypto::pattern_xx_psk3;
}

Prologue prologue(wire::HandshakePattern pattern, const base::ConferenceHandle& conference,
                  base::SessionIndex initiator) {
    constexpr std::string_view label = "plenum link";
    Prologue bytes{};
    auto* to = std::copy(label.begin(), label.end(), bytes.data());
    *to++ = static_cast<std::uint8_t>(wire::protocol_version >> 8);
    *to++ = static_cast<std::uint8_t>(wire::protocol_version & 0xff);
    *to++ = static_cast<std::uint8_t>(pattern);
    to = std::ranges::copy(conference.bytes, to).out;
    for (int shift = 24; shift >= 0; shift -= 8)
        *to++ = static_cast<std::uint8_t>(initiator.value() >> shift);
    CHECK(to == bytes.data() + bytes.size());
    return bytes;
}

crypto::SecretKey noise_psk(const crypto::SecretKey& access) { return crypto::derive(access, "plenum link psk"); }

crypto::SecretKey mac1_key(const crypto::SecretKey& access, wire::HandshakePattern pattern,
                           const base::ExchangeKey& responder) {
    return derive_for("plenum link mac1", access, pattern, responder);
}

crypto::SecretKey cookie_key(const crypto::SecretKey& access, wire::HandshakePattern pattern,
                             const base::ExchangeKey& responder) {
    return derive_for("plenum link cookie", access, pattern, responder);
}

base::Bytes seal_confirmation(const crypto::TransportKeys& split, base::ByteView payload) {
    base::Bytes sealed(payload.size() + crypto::tag_size);
    const crypto::DatagramKey key{split.send.copy(), crypto::Cipher::chacha20_poly1305};
    key.seal(sealed, {}, payload, 0);
    return sealed;
}

std::optional<std::size_t> open_confirmation(const crypto::TransportKeys& split, base::ByteView sealed,
                                             base::MutableByteView out) {
    if (sealed.size() < crypto::tag_size) return std::nullopt;
    const crypto::DatagramKey key{split.receive.copy(), crypto::Cipher::chacha20_poly1305};
    if (!key.open(out, {}, sealed, 0)) return std::nullopt;
    return sealed.size() - crypto::tag_size;
}

base::ConferenceHandle relay_handle(const base::ExchangeKey& relay) {
    base::ConferenceHandle handle;
    const auto whole = crypto::hash(relay.view());
    std::copy_n(whole.bytes.begin(), handle.bytes.size(), handle.bytes.begin());
    return handle;
}

wire::CipherSet available_ciphers(bool aes) {
    wire::CipherSet ciphers;
    if (aes && crypto::available(crypto::Cipher::aes256_gcm)) ciphers.add(wire::Cipher::aes256_gcm);
    return ciphers;
}

wire::Cipher choose_cipher(wire::CipherSet ours, wire::CipherSet theirs) {
    constexpr auto best = wire::Cipher::aes256_gcm;
    return ours.contains(best) && theirs.contains(best) ? best : wire::Cipher::chacha20_poly1305;
}

crypto::TransportKeys session_keys(const crypto::TransportKeys& split, wire::Cipher cipher) {
    const auto aes = cipher == wire::Cipher::aes256_gcm;
    const std::string_view label = aes ? "plenum link aes256gcm" : "plenum link chacha20poly1305";
    return {crypto::derive(split.send, label), crypto::derive(split.receive, label)};
}

AddressBytes address_bytes(const base::Address& address) {
    AddressBytes bytes{};
    auto* to = std::ranges::copy(address.ip, bytes.data()).out;
    *to++ = static_cast<std::uint8_t>(address.port >> 8);
    *to = static_cast<std::uint8_t>(address.port & 0xff);
    return bytes;
}

wire::Mac mac1(const crypto::SecretKey& key, base::ByteView init) {
    CHECK(init.size() == wire::handshake_init_bytes);
    return wire::Mac{crypto::mac16(key, init.first(mac1_covers)).bytes};
}

wire::Mac mac2(const crypto::Cookie& cookie, base::ByteView init) {
    CHECK(init.size() == wire::handshake_init_bytes);
    return wire::Mac{crypto::cookie_mac(cookie, init.first(mac2_covers)).bytes};
}

} // namespace plenum::link
