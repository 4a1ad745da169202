// SPDX-License-Identifier: Apache-2.0
#include "core/relay/multicast/edge_trees.h"

#include "core/peer/tree_packet.h"
#include "core/relay/multicast/tree_branches.h"

namespace plenum::node {
namespace {

using End = wire::TreeFrame::End;

constexpr TreeNeighbour home{TreeNeighbour::Kind::home, 0};

} // namespace

void EdgeTrees::handle_from_member(RelaySession& member, const wire::TreeFrame& frame, const Door& door,
                                   base::LocalTime now) {
    const bool by_edge = frame.end == End::relay;
    if (by_edge && !member.peer.edge) return;
    if (!by_edge && !member.peer.edge && !member.limits.tree_packets.take(now)) return;
    const auto route = route_of(frame.packet);
    // Members have no part in what the home says to edges.
    if (!route || (route->source == home_node && !by_edge)) return;
    // The home knows whether it is the source.
    if (route->downstream) return by_edge ? void() : send_up(member, frame, now);
    if (by_edge) return handle(frame.packet, {branch_of(member), std::nullopt}, door, now);
    if (member.peer.edge) return;
    // Nothing before the home has told who it is.
    if (const auto& name = member.limits.tree_name) handle(frame.packet, {branch_of(member), *name}, door, now);
}

void EdgeTrees::handle_from_home(RelaySession& member, const wire::TreeFrame& frame, const Door& door,
                                 base::LocalTime now) {
    if (frame.end == End::relay) return handle(frame.packet, {home, std::nullopt}, door, now);
    send_tree_packet(member.link, link::encode_fragment(frame), now);
    sessions_.touch(member);
}

void EdgeTrees::handle_index(RelaySession& session, base::MemberIndex member, const Door& door, base::LocalTime now) {
    session.limits.tree_name = tree_node_of(member);
    const auto found = doors_.find(door.handle);
    if (found == doors_.end()) return;
    auto& known = found->second;
    known.sessions = door.sessions;
    for (const auto index : known.sessions) {
        const auto* other = sessions_.find(index);
        const bool moved = other != nullptr && other->limits.tree_name == session.limits.tree_name &&
                           branch_of(*other) != branch_of(session);
        // An edge says anew whom it counts.
        if (moved && other->peer.edge) known.router.handle_gone(edge_node(other->peer.edge->edge()), now);
        if (moved && session.peer.edge && !other->peer.edge) known.router.handle_gone(*session.limits.tree_name, now);
    }
    send_all(known, now);
}

void EdgeTrees::handle_left(const RelaySession& member, const Door& door, base::LocalTime now) {
    const auto found = doors_.find(door.handle);
    if (found == doors_.end()) return;
    auto& known = found->second;
    known.sessions = door.sessions;
    const auto& edge = member.peer.edge;
    const auto& name = member.limits.tree_name;
    // A member may have dialled again, and a further edge says itself who left it.
    const bool counts_on = std::ranges::any_of(known.sessions, [&](auto index) {
        const auto* const other = sessions_.find(index);
        if (other == nullptr || other == &member) return false;
        return edge ? branch_of(*other) == branch_of(member) : name && other->limits.tree_name == name;
    });
    if (counts_on) return;
    if (edge)
        known.router.handle_gone(edge_node(edge->edge()), now);
    else if (name)
        known.router.handle_gone(*name, now);
    send_all(known, now);
}

void EdgeTrees::handle(base::ByteView packet, const TreeRouter::Arrival& arrival, const Door& door,
                       base::LocalTime now) {
    const auto route = route_of(packet);
    if (!route) return;
    auto found = doors_.find(door.handle);
    if (found == doors_.end()) found = doors_.try_emplace(door.handle, door.edge).first;
    auto& known = found->second;
    known.sessions = door.sessions;
    const auto branches = route->source == home_node ? branches_of_home(known)
                                                     : TreeRouter::Branches{home, branches_of(known).neighbours()};
    known.router.handle(packet, arrival, branches, now);
    send_all(known, now);
}

void EdgeTrees::expect(const base::ConferenceHandle& door, const wire::BodyReference& reference, base::LocalTime now) {
    const auto found = doors_.find(door);
    if (found == doors_.end()) return;
    found->second.bodies.expect(reference, now);
    send_all(found->second, now);
}

const MulticastReceiver* EdgeTrees::bodies(const base::ConferenceHandle& door) const {
    const auto found = doors_.find(door);
    return found == doors_.end() ? nullptr : &found->second.bodies;
}

std::vector<RelayRepairs> EdgeTrees::repairs() {
    std::vector<RelayRepairs> all;
    for (const auto& [door, known] : doors_) {
        const auto session = known.bodies.newest();
        auto repairs = session ? known.router.repairs(*session) : std::nullopt;
        if (!repairs) continue;
        // What it receives itself is no branch below.
        std::erase_if(repairs->branches,
                      [&](const auto& branch) { return branch.node == edge_receiver(known.edge).value(); });
        const auto& received = known.bodies.received();
        repairs->packets = received.packets;
        repairs->bytes = received.bytes;
        repairs->missed = received.missed;
        repairs->members = static_cast<std::size_t>(std::ranges::count_if(known.sessions, [&](auto index) {
            const auto* const each = sessions_.find(index);
            return each != nullptr && !each->peer.edge;
        }));
        all.push_back(*std::move(repairs));
    }
    return all;
}

void EdgeTrees::handle_wakeup(base::LocalTime now) {
    for (auto& [door, known] : doors_) {
        if (std::min(known.router.next_wakeup(), known.bodies.next_wakeup()) > now) continue;
        known.router.handle_wakeup(now);
        known.bodies.handle_wakeup(now);
        send_all(known, now);
    }
}

base::LocalTime EdgeTrees::next_wakeup() const {
    auto next = base::local_time_max;
    for (const auto& [door, known] : doors_)
        next = std::min({next, known.router.next_wakeup(), known.bodies.next_wakeup()});
    return next;
}

std::vector<RelaySession*> EdgeTrees::sessions_of(const Known& known) {
    std::vector<RelaySession*> all;
    for (const auto index : known.sessions)
        if (auto* const session = sessions_.find(index)) all.push_back(session);
    return all;
}

TreeBranches EdgeTrees::branches_of(const Known& known) { return TreeBranches{sessions_of(known)}; }

TreeRouter::Branches EdgeTrees::branches_of_home(const Known& known) {
    auto sessions = sessions_of(known);
    std::erase_if(sessions, [](const RelaySession* session) { return !session->peer.edge; });
    TreeRouter::Branches branches{home, TreeBranches{sessions}.neighbours()};
    branches.downstream.push_back(own_end);
    return branches;
}

RelaySession* EdgeTrees::way_home(const Known& known) {
    RelaySession* way = nullptr;
    for (const auto index : known.sessions) {
        auto* const session = sessions_.find(index);
        const auto* const link =
            session == nullptr || !session->upstream ? nullptr : session->upstream->connection().link();
        if (link == nullptr) continue;
        if (!link->silent()) return session;
        way = session;
    }
    return way;
}

void EdgeTrees::tell_changed(Known& known) {
    if (!known.bodies.take_changed()) return;
    for (const auto index : known.sessions)
        if (auto* const session = sessions_.find(index);
            session != nullptr && session->upstream && session->upstream->waits_for_bodies())
            sessions_.touch(*session);
}

void EdgeTrees::send(Known& known, const TreeRouter::Transmission& transmission, base::LocalTime now) {
    const auto branches = branches_of(known);
    for (const auto& neighbour : transmission.to) {
        if (neighbour == home) {
            if (auto* const member = way_home(known)) send_up(*member, {End::relay, transmission.packet}, now);
            continue;
        }
        if (neighbour == own_end) {
            known.bodies.handle(transmission.packet, now);
            continue;
        }
        auto* const session = branches.find(neighbour);
        if (session == nullptr) continue;
        const auto end = session->peer.edge ? End::relay : End::member;
        send_tree_packet(session->link, link::encode_fragment(wire::TreeFrame{end, transmission.packet}), now);
        sessions_.touch(*session);
    }
}

void EdgeTrees::send_all(Known& known, base::LocalTime now) {
    for (;;) {
        while (const auto next = known.router.poll())
            send(known, *next, now);
        const auto own = known.bodies.poll();
        if (!own) return tell_changed(known);
        known.router.handle(*own, {own_end, edge_receiver(known.edge)}, branches_of_home(known), now);
    }
}

void EdgeTrees::send_up(RelaySession& member, const wire::TreeFrame& frame, base::LocalTime now) {
    auto* const link = member.upstream->connection().link();
    if (link == nullptr) return;
    send_tree_packet(*link, link::encode_fragment(frame), now);
    sessions_.touch(member);
}

} // namespace plenum::node
