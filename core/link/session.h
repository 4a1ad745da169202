// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/ids.h"
#include "core/base/units.h"
#include "core/crypto/datagram_seal.h"
#include "core/crypto/noise.h"
#include "core/wire/datagram.h"

#include <optional>

namespace plenum::link {

/// What a finished handshake gives, the same on both sides: all that a Link and the first `hello` need.
struct Session {
    wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
    /// This side began the handshake.
    bool initiator{false};
    base::ConferenceHandle conference{};
    /// Where the peer is; on the dialling side whoever sends for the dialer knows better, so it stays zero.
    base::Address address{};
    /// Index at which this side takes datagrams, and the one at which the peer does.
    base::SessionIndex local{};
    base::SessionIndex remote{};
    crypto::TransportKeys keys;
    crypto::Cipher cipher{crypto::Cipher::chacha20_poly1305};
    base::ExchangeKey remote_static{};
    /// Index at the responder of the session that these keys are for; absent for a session of its own. Whoever takes it
    /// must ask whether it is the same peer's.
    std::optional<base::SessionIndex> continues;
    /// Unique to this handshake (Noise §11.2): identities sign it.
    crypto::Sha512 handshake_hash{};
};

} // namespace plenum::link
