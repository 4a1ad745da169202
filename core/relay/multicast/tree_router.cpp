// SPDX-License-Identifier: Apache-2.0
#include "core/relay/multicast/tree_router.h"

#include "core/base/overloaded.h"

namespace plenum::node {
namespace {

/// Of one conference. What finds no room passes untouched.
constexpr std::size_t sessions_max = 32;
constexpr std::size_t cells_max = 16 * 1024;

tree::NodeOptions node_options() {
    tree::NodeOptions options;
    options.sessions_max = sessions_max;
    options.cells_max = cells_max;
    return options;
}

} // namespace

TreeRouter::TreeRouter(tree::NodeId self) : node_{self, node_options()} {}

void TreeRouter::handle(base::ByteView packet, const Arrival& arrival, const Branches& branches, base::LocalTime now) {
    // The node has no more, and who left keeps none.
    if (interfaces_.size() >= tree::limits::interfaces_max) {
        interfaces_.clear();
        neighbours_.clear();
    }
    const auto route = arrival.from.kind == TreeNeighbour::Kind::edge ? route_of(packet) : std::nullopt;
    if (route && !route->downstream) note_sender(arrival.from.id, *route, now);
    std::vector<tree::InterfaceIndex> downstream;
    downstream.reserve(branches.downstream.size());
    for (const auto& neighbour : branches.downstream)
        downstream.push_back(interface_of(neighbour));
    node_.handle(packet, {interface_of(arrival.from), arrival.receiver},
                 {interface_of(branches.upstream), downstream, branches.passes_up}, now);
}

void TreeRouter::note_sender(std::uint64_t edge, const TreeRoute& route, base::LocalTime now) {
    // What passes here too is counted further up. Whoever invents sources is not remembered.
    if (!node_.serves(route.source)) return;
    const std::pair key{edge, route.source};
    if (route.sender != edge_node(edge)) {
        auto& passed = passed_[key];
        if (passed.size() < tree::limits::interfaces_max) passed.insert(route.sender);
        return;
    }
    const auto found = passed_.find(key);
    if (found == passed_.end()) return;
    for (const auto child : found->second)
        node_.handle_gone(child, now);
    passed_.erase(found);
}

std::optional<TreeRouter::Transmission> TreeRouter::poll() {
    auto next = node_.poll();
    if (!next) return std::nullopt;
    Transmission transmission{{}, std::move(next->packet)};
    for (const auto interface : next->interfaces)
        if (const auto found = neighbours_.find(interface); found != neighbours_.end())
            transmission.to.push_back(found->second);
    return transmission;
}

std::optional<RelayRepairs> TreeRouter::repairs(const tree::SessionKey& session) const {
    const auto* served = node_.find(session);
    if (served == nullptr) return std::nullopt;
    const auto& seen = served->repairs();
    RelayRepairs repairs;
    repairs.tree = session.session.value();
    repairs.node = seen.node.value();
    repairs.next_hop = seen.next_hop.value();
    for (const auto& branch : seen.branches)
        repairs.branches.push_back({branch.neighbour.value(), branch.requests, branch.repairs, branch.repair_bytes});
    return repairs;
}

tree::InterfaceIndex TreeRouter::interface_of(const TreeNeighbour& neighbour) {
    const auto [found, is_new] = interfaces_.try_emplace(neighbour, last_.next());
    if (is_new) {
        last_ = found->second;
        // Numbers come again after 65,536 neighbours, long after the state of those before has expired.
        if (const auto former = neighbours_.find(last_); former != neighbours_.end()) interfaces_.erase(former->second);
        neighbours_.insert_or_assign(last_, neighbour);
    }
    return found->second;
}

std::optional<TreeRoute> route_of(base::ByteView bytes) {
    const auto packet = tree::decode_packet(bytes);
    if (!packet) return std::nullopt;
    const base::Overloaded route{
        [](const tree::SetupPacket& setup) { return TreeRoute{setup.header.session.source, true}; },
        [](const tree::InvocationPacket& invocation) {
            const auto body = tree::decode_method_invocation(invocation.body);
            const bool down = body && body->direction == tree::Direction::downstream;
            return TreeRoute{invocation.header.session.source, down, body ? body->sender : tree::NodeId{}};
        },
        [](const auto& other) { return TreeRoute{other.session.source, true}; },
    };
    return std::visit(route, *packet);
}

} // namespace plenum::node
