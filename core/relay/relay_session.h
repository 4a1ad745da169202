// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/rejection.h"
#include "core/base/address.h"
#include "core/cluster/path_meter.h"
#include "core/flow/duplicate_filter.h"
#include "core/flow/stream_id.h"
#include "core/link/link.h"
#include "core/link/session.h"
#include "core/peer/hello.h"
#include "core/peer/log_state.h"
#include "core/relay/edge/edge_path.h"
#include "core/relay/edge/upstream.h"
#include "core/relay/receiver_proxy.h"
#include "core/relay/request_rate.h"
#include "core/relay/send_contracts.h"
#include "core/sched/timetable.h"
#include "core/tag/size_demand.h"
#include "core/tree/ids.h"
#include "core/wire/control.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace plenum::node {

class RelayConference;

/// One client's session, as its relay keeps it.
struct RelaySession {
    RelaySession(link::LinkOptions options, const link::Session& session, std::uint64_t number, base::LocalTime now)
        : link{std::move(options)},
          index{session.local},
          counted_at{session.address},
          peer{session.pattern, session.conference, session.remote_static, session.handshake_hash, {}, {}, {}},
          life{number, now, false, {}, false} {}

    link::Link link;
    /// What the relay knows it by, whatever keys it has: the index of the first.
    base::SessionIndex index;
    /// Indices at which its datagrams come.
    std::vector<base::SessionIndex> routes;
    /// Where it counts.
    base::Address counted_at{};
    /// Who dialled, for what.
    struct Peer {
        wire::HandshakePattern pattern{wire::HandshakePattern::known_relay};
        base::ConferenceHandle conference;
        base::ExchangeKey exchange;
        crypto::Sha512 handshake_hash{};
        /// From its hello.
        std::optional<base::IdentityKey> identity;
        /// It is a primary, and this relay has a copy of its conference.
        std::optional<base::ConferenceHandle> replica{};
        /// An edge relays it.
        std::optional<EdgePath> edge{};
    };
    Peer peer;
    struct Life {
        /// How many were opened before it and with it.
        std::uint64_t opened{0};
        base::LocalTime opened_at;
        /// The peer said goodbye.
        bool left_politely{false};
        /// How its link ended, once it did.
        std::optional<link::Closed> closed{};
        /// Waits among those that have something to do now.
        bool touched{false};
    };
    Life life;
    /// The conference of that handle, while it is there.
    RelayConference* home{nullptr};
    bool attached{false};
    /// Index in the log, once joined.
    base::MemberIndex member{};
    /// What the member gives back to a relay that lost it.
    struct Giving {
        /// It knows more of the log than this relay, which has asked for that: attached once it is there.
        std::optional<wire::Attach> ahead;
        /// The conference that is made of what it gives.
        std::shared_ptr<RelayConference> draft;
        base::LogPosition size{};
        StateReceiver state;
        /// It knows what became of that. What it said meanwhile is still on its way.
        bool answered{false};
    };
    Giving giving;
    /// How far it has been given what it lacks.
    struct Progress {
        /// The next log entry and reliable messages to hand to the link.
        base::LogPosition next_entry{};
        /// What comes before that, for a newcomer.
        std::optional<StateSender> state_sender;
        std::map<flow::StreamId, base::SequenceNumber> cursors;
        /// Entries that have arrived, and those on their way: size of the log with them, and where they end in the
        /// stream.
        base::LogPosition held{};
        std::deque<std::pair<base::LogPosition, std::uint64_t>> in_flight;
        /// Something may be there for `CatchUp::pump`.
        bool pump_due{false};
    };
    Progress progress;
    /// Of what it sends.
    struct Limits {
        /// Key frames come twice where the path loses; they go on once.
        flow::DuplicateFilter key_frames;
        RequestRate submissions;
        /// Programs knock or say how far they are once. Each time all streams and receivers may be looked at, and
        /// signatures.
        RequestRate attachments;
        /// Of what its member submits next.
        std::optional<wire::Causes> causes;
        RejectionWatch rejections;
        SendContracts contracts;
        RequestRate tree_packets;
        RequestRate subscriptions;
        /// About one a second of each conversation.
        RequestRate delay_reports;
        /// As many messages as attestation covers in a second (`created_flow_rate_max`): a link drops fewer.
        RequestRate gaps{std::chrono::milliseconds{2}, 500};
        /// At an edge: the name that it has in trees, once the home has told it.
        std::optional<tree::NodeId> tree_name;
        /// It exceeded the declaration of a whiteboard.
        std::optional<base::LocalTime> board_held_until;
    };
    Limits limits;
    /// What it pulls.
    struct Pulls {
        /// The publisher was asked, and has not answered in full.
        struct Asked {
            base::SessionIndex publisher;
            /// As the publisher has it, and as the member who pulls.
            base::PullId number;
            base::PullId request;
            base::LocalTime until;
            std::size_t bytes{0};
            std::size_t parts{0};
        };
        std::deque<wire::PullRequest> waiting;
        std::optional<Asked> asked;
        RequestRate rate;
    };
    /// How much of each flow it wants, and others want of it.
    struct Wanted {
        ReceiverProxy proxy;
        /// Flows of which publishers have yet to be told what it wants, since it changed its mind too often.
        std::set<base::FlowId> untold;
        /// What the member was told that others want, where that is less than everything.
        std::map<base::FlowId, std::uint32_t> demand_told;
        /// Cameras that the member offers in two sizes, and which of these it was told to send.
        std::map<base::FlowId, tag::SizeDemand> sizes;

        [[nodiscard]] wire::Demand demand_for(base::FlowId flow) const {
            const auto rate = demand_told.find(flow);
            const auto told = sizes.find(flow);
            return {flow, rate == demand_told.end() ? std::nullopt : std::optional{rate->second},
                    told == sizes.end() ? wire::Demand{}.sizes : told->second.told()};
        }
        Pulls pulls;
        /// Of the cameras that it receives, whose rate its link shares (core/relay/conference/coordination.h).
        std::shared_ptr<const cluster::PathMeter> shared_path{};
    };
    Wanted wanted;
    /// In the relay's timetable.
    sched::Appointment wakes;
    /// Another relay serves its conference, and this one relays it there.
    std::unique_ptr<Upstream> upstream{};

    void set_member(base::MemberIndex now_known) {
        if (std::exchange(member, now_known) != now_known && peer.edge)
            std::ignore = send_control(link, wire::RelayedIndex{now_known});
    }
    /// Where the member is.
    [[nodiscard]] const base::Address& member_address() const {
        return peer.edge ? peer.edge->member_address() : link.peer();
    }
    /// Nothing is heard of the member.
    [[nodiscard]] bool silent() const { return link.silent() || (peer.edge && peer.edge->silent_since()); }
    /// Until when the member was there for certain.
    [[nodiscard]] base::LocalTime there_until(base::LocalTime now) const {
        const auto linked = link.peer_there_until(now);
        return peer.edge ? std::min(linked, peer.edge->silent_since().value_or(linked)) : linked;
    }
};

} // namespace plenum::node
