// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/flow_spec.h"
#include "core/wire/datagram.h"
#include "core/wire/frames.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

/// What a link tells its owner, in order.
namespace plenum::link {

/// The first datagram of the peer opened: both sides have the keys.
struct Established {};

/// A whole message of the reliable ordered stream that its class names.
struct StreamMessage {
    base::PriorityClass stream;
    base::Bytes message;
};

/// A fragment, perhaps not in order, perhaps twice: reassembly sorts that out.
struct FragmentReceived {
    wire::FragmentFrame fragment;
    /// Class of the datagram that brought it, the most urgent of all inside; the flow's own class is in its spec.
    base::PriorityClass datagram_class;
    /// Of the datagram, with the first of its fragments; empty where it had none.
    wire::Shim shim{};
    std::size_t datagram_bytes{0};
};

/// A fragment for several sessions of this relay.
struct RelayedFragmentReceived {
    wire::RelayedFragmentFrame frame;
    /// As of `FragmentReceived`.
    wire::Shim shim{};
};

/// A packet of the multicast service.
using TreePacketReceived = wire::TreeFrame;

/// A fragment of a key frame was lost, with no time left to send it again: nothing decodes until the next.
struct FragmentGivenUp {
    base::PriorityClass priority;
    /// As `FragmentToSend` had it.
    std::uint64_t tag;
};

/// A fragment of which the caller wanted to know goes to the peer no more: there was no room or no time for it, or it
/// was lost when there was none left. Another copy of it may have arrived.
struct FragmentDropped {
    std::shared_ptr<const base::Bytes> frame;
};

/// The keys are old: another handshake that continues this session should begin. Told once for each keys, to the side
/// that began the session.
struct RekeyWanted {
    /// At which the peer takes datagrams of this session.
    base::SessionIndex remote{};
};
/// Something opened under the keys that `Link::rekey` gave: the peer has them.
struct Rekeyed {};

/// The peer is somewhere else now, and answered from there.
struct Moved {
    base::Address from;
    base::Address to;
};

/// Nothing authentic came for a second or more, though something was to be answered.
struct Silent {};
/// Something came again after `Silent`.
struct Heard {};

enum class ClosedBy : std::uint8_t {
    peer = 1,
    self = 2,    ///< `close`, or a protocol error of the peer
    silence = 3, ///< the peer was silent for `dead_after`
    age = 4,     ///< the keys are too old or used up, and no others came
};

/// The last event. `reason` is absent where silence or age closed the link.
struct Closed {
    ClosedBy by;
    std::optional<wire::CloseReason> reason;
};

using LinkEvent =
    std::variant<Established, StreamMessage, FragmentReceived, FragmentGivenUp, FragmentDropped, RekeyWanted, Rekeyed,
                 Moved, Silent, Heard, Closed, RelayedFragmentReceived, TreePacketReceived>;

} // namespace plenum::link
