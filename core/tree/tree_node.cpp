// SPDX-License-Identifier: Apache-2.0
#include "core/tree/tree_node.h"

#include "core/base/overloaded.h"

#include <algorithm>

namespace plenum::tree {

TreeNode::TreeNode(NodeId self, NodeOptions options)
    : parts_{self, std::move(options.types), CellBudget{options.cells_max}, {}, options.retry_after},
      sessions_max_{options.sessions_max} {}

void TreeNode::handle(base::ByteView bytes, const Arrival& arrival, const Branches& branches, base::LocalTime now) {
    auto packet = decode_packet(bytes);
    if (!packet) return note(NodeEvent::dropped_malformed);
    const bool upstream = arrival.interface == branches.upstream;
    if (!upstream && std::ranges::find(branches.downstream, arrival.interface) == branches.downstream.end())
        return note(NodeEvent::dropped_direction);
    const From from{arrival, branches, upstream, bytes.size(), now};
    std::visit([&](auto& each) { handle_packet(std::move(each), from); }, *packet);
}

void TreeNode::handle_wakeup(base::LocalTime now) {
    while (const auto key = parts_.timer.pop_due(now)) {
        const auto session_key = keys_.find(key->session);
        if (session_key == keys_.end()) continue;
        const auto session = sessions_.find(session_key->second);
        SessionOutput output;
        const bool lives = session->second->handle_timer(*key, now, output);
        send(session->first, *session->second, std::move(output));
        if (!lives) remove(session_key->second);
    }
}

void TreeNode::handle_gone(NodeId child, base::LocalTime now) {
    for (const auto& [key, session] : sessions_)
        session->handle_gone(child, now);
    handle_wakeup(now);
}

std::optional<Transmission> TreeNode::poll() {
    if (output_.empty()) return std::nullopt;
    auto transmission = std::move(output_.front());
    output_.pop_front();
    return transmission;
}

const NodeSession* TreeNode::find(const SessionKey& session) const {
    const auto found = sessions_.find(session);
    return found == sessions_.end() ? nullptr : found->second.get();
}

bool TreeNode::serves(NodeId source) const {
    const auto found = sessions_.lower_bound({source, GroupId{}, SessionId{}});
    return found != sessions_.end() && found->first.source == source;
}

void TreeNode::handle_packet(SetupPacket packet, const From& from) {
    if (!from.upstream) return note(NodeEvent::dropped_direction);
    if (packet.header.hops >= limits::hops_max) return note(NodeEvent::dropped_loop);
    if (packet.header.error) return pass(packet, from);
    // Each node writes its name into it. Where it grew too long, a node further down could not take it.
    if (from.bytes + growth_max(packet.header) > limits::packet_bytes_max) return note(NodeEvent::dropped_too_long);
    const auto setup = decode_state_setup(packet.body);
    if (!setup) return pass_malformed(std::move(packet), from);
    const auto key = packet.header.session;
    auto* session = session_for(key);
    if (session == nullptr) {
        note(NodeEvent::no_resources);
        return pass(packet, from);
    }
    switch (session->handle_setup(packet.header, *setup, from.arrival.interface, from.now)) {
    case NodeSession::SetupResult::malformed:
        if (!session->is_set_up()) remove(key);
        return pass_malformed(std::move(packet), from);
    case NodeSession::SetupResult::no_resources:
        note(NodeEvent::no_resources);
        remove(key);
        return pass(packet, from);
    case NodeSession::SetupResult::taken: break;
    }
    note(NodeEvent::setup_taken);
    packet.header.next_hop = parts_.self;
    ++packet.header.hops;
    session->keep_setup(packet, from.now) ? send_down(packet, from) : note(NodeEvent::setup_repeated);
}

void TreeNode::handle_packet(InvocationPacket packet, const From& from) {
    if (packet.header.error) return from.upstream ? pass(packet, from) : note(NodeEvent::dropped_malformed);
    const auto invocation = decode_method_invocation(packet.body);
    if (!invocation) return pass_malformed(std::move(packet), from);
    if ((invocation->direction == Direction::downstream) != from.upstream) return note(NodeEvent::dropped_direction);
    const auto& receiver = from.arrival.receiver;
    if (receiver && *receiver != invocation->sender) return note(NodeEvent::dropped_sender);
    const auto found = sessions_.find(packet.header.session);
    if (found == sessions_.end()) return pass(packet, from);
    auto& session = *found->second;
    const bool reliable = invocation->invocation != InvocationId{};
    if (!reliable) return invoke_all(session, packet.header, *invocation, from);
    const auto acknowledge = [&] {
        transmit({from.arrival.interface},
                 encode(AckPacket{packet.header.session, invocation->sender, invocation->invocation}));
    };
    if (session.has_seen(invocation->sender, invocation->invocation)) {
        note(NodeEvent::invocation_repeated);
        return acknowledge();
    }
    if (!session.can_remember(invocation->sender, from.now)) {
        note(NodeEvent::no_resources);
        return pass(packet, from);
    }
    const auto done = count(NodeEvent::invocation_done);
    invoke_all(session, packet.header, *invocation, from);
    if (count(NodeEvent::invocation_done) == done) return;
    session.remember(invocation->sender, invocation->invocation, from.now);
    acknowledge();
}

void TreeNode::invoke_all(NodeSession& session, const Header& header, const MethodInvocation& invocation,
                          const From& from) {
    SessionOutput output;
    for (const auto& entry : invocation.entries) {
        Call call;
        call.arrival = from.arrival.interface;
        call.sender = invocation.sender;
        call.from_receiver = from.arrival.receiver.has_value();
        call.downstream = from.branches.downstream;
        call.now = from.now;
        const auto result = session.invoke(entry, invocation.direction, call, output);
        if (result == EntryResult::done) {
            note(NodeEvent::invocation_done);
        } else if (result == EntryResult::refused) {
            note(NodeEvent::invocation_refused);
        } else {
            // As if each entry had come in a packet of its own.
            InvocationPacket alone{
                header,
                encode(MethodInvocation{invocation.direction, invocation.sender, invocation.invocation, {entry}})};
            result == EntryResult::malformed ? pass_malformed(std::move(alone), from) : pass(alone, from);
        }
    }
    send(header.session, session, std::move(output));
}

void TreeNode::handle_packet(AckPacket packet, const From& from) {
    if (!from.upstream) return note(NodeEvent::dropped_direction);
    if (packet.to != parts_.self) return pass(packet, from);
    if (const auto found = sessions_.find(packet.session); found != sessions_.end())
        found->second->handle_ack(packet.invocation, from.now);
}

void TreeNode::handle_packet(DataPacket packet, const From& from) {
    if (!from.upstream) return note(NodeEvent::dropped_direction);
    pass(packet, from);
}

NodeSession* TreeNode::session_for(const SessionKey& key) {
    if (const auto found = sessions_.find(key); found != sessions_.end()) return found->second.get();
    if (sessions_max_ == 0) return nullptr;
    remove_oldest_of(key.source);
    if (sessions_.size() >= sessions_max_) return nullptr;
    const SessionSerial serial{++last_serial_};
    keys_.emplace(serial, key);
    return sessions_.emplace(key, std::make_unique<NodeSession>(parts_, serial)).first->second.get();
}

void TreeNode::remove_oldest_of(NodeId source) {
    std::size_t count = 0;
    const NodeSession* oldest = nullptr;
    const SessionKey* oldest_key = nullptr;
    for (auto each = sessions_.lower_bound({source, GroupId{}, SessionId{}});
         each != sessions_.end() && each->first.source == source; ++each) {
        ++count;
        if (oldest != nullptr && oldest->serial() < each->second->serial()) continue;
        oldest = each->second.get();
        oldest_key = &each->first;
    }
    if (count >= limits::sessions_per_source_max) remove(SessionKey{*oldest_key});
}

void TreeNode::remove(const SessionKey& key) {
    const auto found = sessions_.find(key);
    if (found == sessions_.end()) return;
    keys_.erase(found->second->serial());
    sessions_.erase(found);
}

/// A neighbour would take a longer packet for a breach of the protocol.
void TreeNode::transmit(std::vector<InterfaceIndex> interfaces, base::Bytes packet) {
    if (packet.size() > limits::packet_bytes_max) return note(NodeEvent::dropped_too_long);
    output_.push_back({std::move(interfaces), std::move(packet)});
}

void TreeNode::pass(const Packet& packet, const From& from) {
    if (!from.upstream && !from.branches.passes_up) return note(NodeEvent::dropped_unserved);
    note(NodeEvent::passed_untouched);
    if (from.upstream) return send_down(packet, from);
    transmit({from.branches.upstream}, encode(packet));
}

void TreeNode::send_down(const Packet& packet, const From& from) {
    const auto& branches = from.branches.downstream;
    if (!branches.empty()) transmit({branches.begin(), branches.end()}, encode(packet));
}

void TreeNode::pass_malformed(Packet packet, const From& from) {
    if (!from.upstream) return note(NodeEvent::dropped_malformed);
    note(NodeEvent::marked_malformed);
    std::visit(base::Overloaded{[](SetupPacket& setup) { setup.header.error = true; },
                                [](InvocationPacket& invocation) { invocation.header.error = true; }, [](AckPacket&) {},
                                [](DataPacket&) {}},
               packet);
    pass(packet, from);
}

void TreeNode::send(const SessionKey& key, const NodeSession& session, SessionOutput output) {
    const Header header{key, parts_.self, session.repairs().hops, false};
    const auto put = [&](std::vector<InterfaceIndex> interfaces, MethodInvocation invocation) {
        transmit(std::move(interfaces), encode(InvocationPacket{header, encode(invocation)}));
    };
    if (!output.setup_again.empty()) transmit(std::move(output.setup_again), encode(session.setup()));
    for (auto& down : output.down)
        put(std::move(down.interfaces), {Direction::downstream, parts_.self, InvocationId{}, {std::move(down.entry)}});
    MethodInvocation plain{Direction::upstream, parts_.self, InvocationId{}, {}};
    for (auto& up : output.up) {
        if (up.invocation != InvocationId{}) {
            put({session.upstream()}, {Direction::upstream, parts_.self, up.invocation, {std::move(up.entry)}});
            continue;
        }
        plain.entries.push_back(std::move(up.entry));
        if (plain.entries.size() < limits::invocations_per_packet_max) continue;
        put({session.upstream()}, std::move(plain));
        plain.entries.clear();
    }
    if (!plain.entries.empty()) put({session.upstream()}, std::move(plain));
}

} // namespace plenum::tree
