// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/crypto/keys.h"
#include "core/link/link.h"
#include "core/link/session.h"
#include "core/wire/control.h"

namespace plenum::node {

/// The first control message of one side: its identity, signed over this handshake and the side that signs, so that
/// it can be neither replayed into another session nor reflected.
[[nodiscard]] wire::Hello make_hello(const crypto::IdentityKeyPair& identity, const crypto::Sha512& handshake_hash,
                                     bool initiator);
[[nodiscard]] bool hello_is_genuine(const wire::Hello& hello, const crypto::Sha512& handshake_hash, bool initiator);

/// Key that an open handshake carries on a relay with this creation secret.
[[nodiscard]] crypto::SecretKey creation_key(std::string_view create_secret);
/// Where conferences are made: names none. Dialled at the home of the new one (core/base/home.h).
[[nodiscard]] inline base::ConferenceHandle creation_door() { return {}; }
/// Where members give a relay back what its disk lost, and what opens that: whoever has any link to this relay knows
/// it. What they give proves itself by the relay's own signatures. Dialled at the home of what is given.
[[nodiscard]] base::ConferenceHandle restoring_door();
[[nodiscard]] crypto::SecretKey restoring_key(const base::ExchangeKey& relay);

/// Where a primary gives its standby a copy of a conference, and what opens that: only machines that have the relay's
/// own secret know it. Dialled at the home of the conference.
[[nodiscard]] base::ConferenceHandle replication_door();
[[nodiscard]] crypto::SecretKey replication_key(const base::Seed& identity);

/// False when the control stream is full or closed.
[[nodiscard]] bool send_control(link::Link& link, const wire::ControlMessage& message);

} // namespace plenum::node
