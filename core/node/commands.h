// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/units.h"
#include "core/node/conference_link.h"
#include "core/wire/frames.h"

#include <string>
#include <variant>

/// What an application asks of a node. Each is answered by events (events.h); one that cannot be carried out in the
/// state at hand is answered by `CommandRefused`.
namespace plenum::node {

/// Make a conference on a relay known by its address alone; answered by `ConferenceCreated` or `Ended`.
struct CreateConference {
    base::Address relay;
    /// As it will stand in the link, reachable for those who get it.
    std::string host;
    std::uint16_t port{0};
    /// At most limits::name_bytes_max bytes of UTF-8.
    std::string title;
};

/// Join, and come back by itself after every loss of the link until left.
struct JoinConference {
    ConferenceLink link;
    /// Where link.host was resolved to.
    base::Address relay;
    std::string display_name;
};

/// Leave; others are told. Answered by `Ended{left}`.
struct LeaveConference {};

/// Moderators: end the conference for everyone.
struct EndConference {};

/// Send one message on a flow. Reliable flows keep it until the relay has it; others drop it past λ.
struct Publish {
    base::FlowId flow;
    wire::MessageFlags flags;
    base::Bytes body;
    /// When the content came to be, if earlier than now; else zero. Stands in the message as its send time.
    base::LocalTime captured_at{};
};

/// A picture of `sender` cannot be decoded until its next key frame.
struct RequestKeyFrame {
    base::FlowId flow;
    base::MemberIndex sender;
};

/// Relay role: tell every session that the relay closes, then drop them.
struct CloseRelay {};

using Command = std::variant<CreateConference, JoinConference, LeaveConference, EndConference, Publish, RequestKeyFrame,
                             CloseRelay>;

} // namespace plenum::node
