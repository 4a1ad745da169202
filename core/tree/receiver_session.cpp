// SPDX-License-Identifier: Apache-2.0
#include "core/tree/receiver_session.h"

#include "core/base/overloaded.h"
#include "core/tree/method_invocation.h"

namespace plenum::tree {

std::vector<Invocation> ReceiverSession::handle(Packet packet, base::LocalTime now) {
    std::vector<Invocation> entries;
    std::visit(base::Overloaded{[&](const SetupPacket& setup) { handle_setup(setup); },
                                [&](const InvocationPacket& carrier) {
                                    if (carrier.header.session != session_) return;
                                    auto invocation = decode_method_invocation(carrier.body);
                                    if (carrier.header.error || !invocation)
                                        return report(FaultyPacket::method_invocation);
                                    if (invocation->direction == Direction::downstream)
                                        entries = std::move(invocation->entries);
                                },
                                [&](const AckPacket& ack) {
                                    if (ack.session == session_ && ack.to == self_)
                                        calls_.handle_ack(ack.invocation, now);
                                },
                                [](const DataPacket&) {}},
               packet);
    return entries;
}

void ReceiverSession::handle_wakeup(base::LocalTime now) {
    while (const auto key = timer_.pop_due(now)) {
        const InvocationId invocation{key->number};
        if (auto entry = calls_.handle_timer(invocation, now))
            send({Direction::upstream, self_, invocation, {*std::move(entry)}});
    }
}

void ReceiverSession::call(std::vector<Invocation> entries) {
    MethodInvocation invocation{Direction::upstream, self_, InvocationId{}, {}};
    for (auto& entry : entries) {
        invocation.entries.push_back(std::move(entry));
        if (invocation.entries.size() < limits::invocations_per_packet_max) continue;
        send(invocation);
        invocation.entries.clear();
    }
    if (!invocation.entries.empty()) send(std::move(invocation));
}

void ReceiverSession::call_reliably(Invocation entry, base::LocalTime now) {
    const auto id = calls_.start(entry, true, now);
    send({Direction::upstream, self_, id, {std::move(entry)}});
}

std::optional<base::Bytes> ReceiverSession::poll() {
    if (output_.empty()) return std::nullopt;
    auto packet = std::move(output_.front());
    output_.pop_front();
    return packet;
}

const ObjectDeclaration* ReceiverSession::find(ObjectId object) const {
    const auto found = objects_.find(object);
    return found == objects_.end() ? nullptr : &found->second;
}

void ReceiverSession::handle_setup(const SetupPacket& packet) {
    if (packet.header.session != session_) return;
    auto setup = decode_state_setup(packet.body);
    if (packet.header.error || !setup) return report(FaultyPacket::state_setup);
    next_hop_ = packet.header.next_hop;
    for (auto& declaration : setup->objects) {
        const auto known = objects_.find(declaration.object);
        if (known != objects_.end() && declaration.sequence <= known->second.sequence) continue;
        if (known == objects_.end() && objects_.size() == limits::objects_per_setup_max) continue;
        objects_.insert_or_assign(declaration.object, std::move(declaration));
    }
}

void ReceiverSession::report(FaultyPacket packet) {
    ++errors_reported_;
    call({invocation_of(error_object, ErrorReport{packet, 1})});
}

void ReceiverSession::send(MethodInvocation invocation) {
    output_.push_back(encode(InvocationPacket{{session_, next_hop_, 0, false}, encode(invocation)}));
}

} // namespace plenum::tree
