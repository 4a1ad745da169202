// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flow/duplicate_filter.h"
#include "core/link/link.h"
#include "core/link/session.h"
#include "core/node/stream_id.h"
#include "core/wire/control.h"

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace plenum::node {

class RelayConference;

/// One client's session, as its relay keeps it.
struct RelaySession {
    RelaySession(link::LinkOptions options, const link::Session& session, base::LocalTime now)
        : link{std::move(options)},
          index{session.local},
          counted_ip{session.address.ip},
          pattern{session.pattern},
          conference{session.conference},
          exchange{session.remote_static},
          handshake_hash{session.handshake_hash},
          opened_at{now} {}

    link::Link link;
    /// What the relay knows it by, whatever keys it has: the index of the first.
    base::SessionIndex index;
    /// Indices at which its datagrams come.
    std::vector<base::SessionIndex> routes;
    /// The IP at which it counts.
    std::array<std::uint8_t, 16> counted_ip{};
    wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
    base::ConferenceHandle conference;
    base::ExchangeKey exchange;
    crypto::Sha512 handshake_hash{};
    base::LocalTime opened_at;
    /// From its hello.
    std::optional<base::IdentityKey> identity;
    bool attached{false};
    /// It knows more of the log than this relay, which has asked for that: attached once it is there.
    std::optional<wire::Attach> ahead;
    /// It gives a conference back that this relay lost.
    std::shared_ptr<RelayConference> restoring;
    base::LogPosition restored_size{};
    /// The peer said goodbye.
    bool left_politely{false};
    /// How its link ended, once it did.
    std::optional<link::Closed> closed{};
    /// Index in the log, once joined.
    base::MemberIndex member{};
    /// The next log entry and reliable messages to hand to the link.
    base::LogPosition next_entry{};
    std::map<StreamId, base::SequenceNumber> cursors;
    /// Entries that have arrived, and those on their way: size of the log with them, and where they end in the stream.
    base::LogPosition log_held{};
    std::deque<std::pair<base::LogPosition, std::uint64_t>> log_in_flight;
    /// Key frames come twice where the path loses; they go on once.
    flow::DuplicateFilter key_frames;
    /// Something may be there for `pump`.
    bool pump_due{false};
    /// Where it stands in the relay's timetable.
    base::LocalTime wakes_at{base::local_time_max};
};

} // namespace plenum::node
