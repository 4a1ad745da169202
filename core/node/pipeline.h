// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/wire/datagram.h"

#include <optional>

/// The one order in which a message crosses the mechanisms (architecture rule 3).
///
/// Out, at its sender (Publisher): numbered on its flow, signed where the flow is reliable, put together
/// with others of the same turn where they are small and live (flow), sealed for the conference (KeyRing), cut into
/// fragments (flow), queued by class and deadline, sealed for the link (link).
///
/// Through a relay (Relay, RelayConference): session by receiver index, opened for the link, its sender compared with
/// the session's, its flow looked up in the log, then queued for each receiver that the log admits. Reliable messages
/// go through a history, so that whoever was away can go on where they stopped.
///
/// In, at a receiver (Receiver): opened for the link, joined from fragments, discarded past λ, opened for the
/// conference, checked against the signature and the sender's order, parted again, handed to the application one by one
/// (DeliveryScheduler).
namespace plenum::node {

/// Where a datagram goes, from its first bytes alone.
struct Route {
    wire::DatagramType type{wire::DatagramType::sealed};
    /// Receiver's session; 0 in a handshake_init.
    base::SessionIndex receiver{};
    /// Of a sealed datagram.
    wire::SealedHeader header;
};

/// Nullopt for what no version of this protocol sends.
[[nodiscard]] std::optional<Route> route(base::ByteView datagram);
/// Class of a sealed datagram, for one that this node made; nullopt for others.
[[nodiscard]] std::optional<base::PriorityClass> class_of_sealed(base::ByteView datagram);

} // namespace plenum::node
