// SPDX-License-Identifier: Apache-2.0
#include "core/relay/multicast/conference_tree.h"

#include "core/log/state.h"
#include "core/peer/tree_packet.h"
#include "core/relay/multicast/tree_branches.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace plenum::node {
namespace {

using End = wire::TreeFrame::End;

} // namespace

void ConferenceTree::handle(RelaySession& from, const wire::TreeFrame& frame, base::LocalTime now) {
    const bool by_edge = frame.end == End::relay;
    // An edge may use the session of somebody who is not let in yet.
    if (by_edge ? !from.peer.edge : !fan_out_.admits(from)) return;
    if (!by_edge && !from.limits.tree_packets.take(now)) return;
    const auto route = route_of(frame.packet);
    if (!route) return;
    if (route->source == home_node)
        return by_edge && !route->downstream ? handle_from_edge(from, frame.packet, now) : void();
    if (route->source.value() > std::numeric_limits<base::MemberIndex::rep>::max()) return;
    const base::MemberIndex source{static_cast<base::MemberIndex::rep>(route->source.value())};
    const auto* asker = state_.find(source);
    auto* const upstream = fan_out_.session_of(source);
    if (upstream == nullptr || asker == nullptr || asker->role != base::MemberRole::moderator) return;

    const bool by_source = &from == upstream && !by_edge;
    // An edge speaks for its members, and its members not for themselves.
    if (!by_source && !by_edge && from.peer.edge) return;
    TreeBranches below;
    for (auto* receiver : fan_out_.receivers())
        if (receiver != upstream || receiver->peer.edge) below.add(*receiver);
    // A member hears sums, and not who said what.
    const TreeRouter::Branches branches{TreeNeighbour::of(upstream->index), below.neighbours(), false};
    const auto arrival = by_edge || by_source
                             ? TreeRouter::Arrival{by_source ? branches.upstream : branch_of(from), std::nullopt}
                             : TreeRouter::Arrival{branch_of(from), tree_node_of(from.member)};
    router_.handle(frame.packet, arrival, branches, now);
    send(now);
}

void ConferenceTree::handle_from_edge(RelaySession& from, base::ByteView packet, base::LocalTime now) {
    router_.handle(packet, {branch_of(from), std::nullopt}, {own_end, edges().neighbours()}, now);
    send(now);
}

void ConferenceTree::handle_wakeup(base::LocalTime now) {
    router_.handle_wakeup(now);
    bodies_.handle_wakeup(now);
    route_bodies(now);
    send(now);
}

void ConferenceTree::handle_left(const RelaySession& session, base::LocalTime now) {
    const auto is_same = [&](const RelaySession* other) {
        return other != &session && branch_of(*other) == branch_of(session);
    };
    if (!session.peer.edge || std::ranges::none_of(fan_out_.entered(), is_same)) forget(session, now);
    std::erase(touched_, &session);
}

void ConferenceTree::handle_moved(const RelaySession& older, const RelaySession& newer, base::LocalTime now) {
    const bool both_here = !older.peer.edge && !newer.peer.edge;
    if (!both_here && branch_of(older) != branch_of(newer)) forget(older, now);
}

void ConferenceTree::forget(const RelaySession& session, base::LocalTime now) {
    const auto& edge = session.peer.edge;
    router_.handle_gone(edge ? edge_node(edge->edge()) : tree_node_of(session.member), now);
    send(now);
}

bool ConferenceTree::send_bodies(base::LocalTime now) {
    if (bodies_.next_wakeup() > now) return false;
    route_bodies(now);
    send(now);
    return true;
}

void ConferenceTree::route_bodies(base::LocalTime now) {
    auto packet = bodies_.poll(now);
    if (!packet) return;
    const TreeRouter::Branches branches{own_end, edges().neighbours()};
    for (; packet; packet = bodies_.poll(now))
        router_.handle(*packet, {own_end, std::nullopt}, branches, now);
}

void ConferenceTree::send(base::LocalTime now) {
    auto next = router_.poll();
    if (!next) return;
    const auto branches = everyone();
    while (next) {
        const auto to_member = link::encode_fragment(wire::TreeFrame{End::member, next->packet});
        const auto to_edge = link::encode_fragment(wire::TreeFrame{End::relay, next->packet});
        for (const auto& neighbour : next->to) {
            if (neighbour == own_end) {
                bodies_.handle(next->packet, now);
                route_bodies(now);
                continue;
            }
            auto* const session = branches.find(neighbour);
            if (session == nullptr) continue;
            send_tree_packet(session->link, neighbour.kind == TreeNeighbour::Kind::edge ? to_edge : to_member, now);
            touched_.push_back(session);
        }
        next = router_.poll();
    }
}

std::optional<RelayRepairs> ConferenceTree::repairs() const {
    const auto* source = bodies_.source();
    auto repairs = source == nullptr ? std::nullopt : router_.repairs(bodies_.session());
    if (!repairs) return std::nullopt;
    repairs->home = true;
    repairs->packets = source->counts().data;
    repairs->bytes = bodies_.counts().bytes;
    repairs->members = static_cast<std::size_t>(
        std::ranges::count_if(fan_out_.entered(), [](const RelaySession* session) { return !session->peer.edge; }));
    return repairs;
}

TreeBranches ConferenceTree::edges() const {
    std::vector<RelaySession*> sessions;
    std::ranges::copy_if(fan_out_.entered(), std::back_inserter(sessions),
                         [](const RelaySession* session) { return session->peer.edge.has_value(); });
    return TreeBranches{sessions};
}

TreeBranches ConferenceTree::everyone() const {
    auto branches = edges();
    for (auto* receiver : fan_out_.receivers()) {
        branches.add(*receiver);
        // A source has its own session, also where an edge relays it.
        branches.add(TreeNeighbour::of(receiver->index), *receiver);
    }
    return branches;
}

} // namespace plenum::node
