// SPDX-License-Identifier: Apache-2.0
#include "core/link/handshake_rules.h"

#include "core/base/check.h"
#include "core/crypto/hash.h"

namespace plenum::link {

namespace {

/// mac1 and mac2 stand last.
constexpr std::size_t mac1_covers = wire::handshake_init_bytes - 2 * wire::Mac::size;

} // namespace

const crypto::Pattern& noise_pattern(wire::HandshakePattern pattern) {
    switch (pattern) {
    case wire::HandshakePattern::known_relay: return crypto::pattern_xk_psk3;
    case wire::HandshakePattern::open: return crypto::pattern_xx_psk3;
    }
    CHECK(false);
    return crypto::pattern_xx_psk3;
}

base::Bytes prologue(wire::HandshakePattern pattern, const base::ConferenceHandle& conference,
                     base::SessionIndex initiator) {
    base::Bytes bytes;
    wire::Writer to{bytes};
    to.bytes(base::as_bytes("plenum link"));
    to.u16(wire::protocol_version);
    to.u8(static_cast<std::uint8_t>(pattern));
    to.bytes(conference.view());
    to.u32(initiator.value());
    return bytes;
}

crypto::SecretKey noise_psk(const crypto::SecretKey& access) { return crypto::derive(access, "plenum link psk"); }

crypto::SecretKey mac1_key(const crypto::SecretKey& access, wire::HandshakePattern pattern,
                           const base::ExchangeKey& responder) {
    const auto known = pattern == wire::HandshakePattern::known_relay;
    const auto key = known ? responder : base::ExchangeKey{};
    return crypto::derive(access, "plenum link mac1", key.view());
}

wire::Mac mac1(const crypto::SecretKey& key, base::ByteView init) {
    CHECK(init.size() == wire::handshake_init_bytes);
    return wire::Mac{crypto::mac16(key, init.first(mac1_covers)).bytes};
}

} // namespace plenum::link
