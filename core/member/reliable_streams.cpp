// SPDX-License-Identifier: Apache-2.0
#include "core/member/reliable_streams.h"

#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {

bool ReliableStreams::has_room(std::size_t messages, std::size_t bytes) {
    return messages <= base::limits::unconfirmed_messages_max && bytes <= base::limits::unconfirmed_bytes_max;
}

bool ReliableStreams::has_room_for(const Publish& message, std::size_t held) const {
    const auto found = streams_.find(message.flow);
    const bool empty = found == streams_.end();
    return has_room((empty ? 0 : found->second.unconfirmed.size()) + held + 1,
                    (empty ? 0 : found->second.unconfirmed_bytes) + message.body.size());
}

void ReliableStreams::add(const Publish& message, const wire::MessageHeader& header, base::LocalTime now) {
    auto& stream = streams_[header.flow];
    renew(header.flow, stream);
    base::Bytes sealed;
    sealer_.seal(header, message.body, now, sealed);
    stream.history.push(header.sequence, std::move(sealed));
    stream.unconfirmed.emplace_back(header.sequence, message);
    stream.unconfirmed_bytes += message.body.size();
}

void ReliableStreams::renew(base::FlowId flow, Stream& stream) {
    const auto* declaration = roster_.state().find(flow);
    // Of a flow that is no more, it is not known whose keys it had.
    if (declaration == nullptr) return;
    const auto& ring = roster_.keys().ring();
    auto demanded = stream.demanded;
    const auto begins = roster_.state().archive.history_begins;
    if (ring.newest() >= begins) demanded.epoch = begins;
    const auto of_group = ring.groups().newest(declaration->conversation);
    if (of_group.value() > 0) demanded.group = of_group;
    if (demanded == stream.demanded) return;
    stream.demanded = demanded;
    stream.send_next = std::min(stream.send_next, stream.relay_next);
    for (const auto& [sequence, message] : stream.unconfirmed) {
        const auto kept = stream.history.from(sequence);
        const auto parts = kept.empty() ? std::nullopt : parse_message(kept.front().sealed);
        const auto key = parts ? sealed_with(kept.front().sealed) : std::nullopt;
        if (!key || (key->epoch >= demanded.epoch && key->group >= demanded.group)) continue;
        base::Bytes sealed;
        // Of history, the time does not choose the epoch.
        sealer_.seal(parts->header, message.body, {}, sealed);
        stream.history.replace(sequence, std::move(sealed));
    }
}

void ReliableStreams::pump(link::Link& link) {
    for (auto& [flow, stream] : streams_) {
        renew(flow, stream);
        const auto* declaration = roster_.state().find(flow);
        for (const auto& item : stream.history.from(stream.send_next)) {
            if (declaration == nullptr || !link.stream_progress(declaration->priority).has_room) break;
            const wire::ReliableMessage message{flow, roster_.self(), item.sequence, item.sealed, roster_.state().size};
            if (!link.send_stream(declaration->priority, wire::encode(message))) break;
            stream.send_next = item.sequence.next();
        }
    }
}

void ReliableStreams::resume(const std::vector<wire::StreamPosition>& relay_has, link::Link& link) {
    for (auto& [flow, stream] : streams_)
        stream.send_next = stream.relay_next = base::SequenceNumber{1};
    for (const auto& position : relay_has) {
        if (position.sender != roster_.self()) continue;
        auto& stream = streams_[position.flow];
        stream.send_next = stream.relay_next = position.next;
        // The relay says next how much of it is accepted, and kept.
    }
    pump(link);
}

void ReliableStreams::handle(const wire::Accepted& accepted) {
    const auto found = streams_.find(accepted.flow);
    if (found == streams_.end()) return;
    auto& stream = found->second;
    auto& unconfirmed = stream.unconfirmed;
    stream.relay_next = std::max(stream.relay_next, accepted.next);
    while (!unconfirmed.empty() && unconfirmed.front().first < accepted.next) {
        const auto sequence = unconfirmed.front().first;
        stream.unconfirmed_bytes -= unconfirmed.front().second.body.size();
        unconfirmed.pop_front();
        if (stream.refused.erase(sequence) > 0) {
            outbox_.event(MessageRefused{accepted.flow, sequence});
            continue;
        }
        outbox_.event(MessageAccepted{accepted.flow, sequence, accepted.kept});
        if (!accepted.kept) stream.unkept = sequence;
    }
    if (!accepted.kept || stream.unkept.value() == 0 || stream.unkept >= accepted.next) return;
    outbox_.event(MessageAccepted{accepted.flow, std::exchange(stream.unkept, {}), true});
}

void ReliableStreams::handle(const wire::WordRefused& refused) {
    const auto found = streams_.find(refused.flow);
    if (found == streams_.end()) return;
    auto& stream = found->second;
    const bool waits =
        std::ranges::any_of(stream.unconfirmed, [&](const auto& item) { return item.first == refused.sequence; });
    if (waits) stream.refused.insert(refused.sequence);
}

void ReliableStreams::forget_closed() {
    std::erase_if(streams_, [&](const auto& item) {
        if (roster_.state().find(item.first) != nullptr) return false;
        for (const auto& [sequence, message] : item.second.unconfirmed)
            outbox_.event(MessageRefused{item.first, sequence});
        return true;
    });
}

std::vector<Publish> ReliableStreams::unconfirmed() const {
    std::vector<Publish> messages;
    for (const auto& [flow, stream] : streams_) {
        for (const auto& [sequence, message] : stream.unconfirmed)
            messages.push_back(message);
    }
    return messages;
}

std::size_t ReliableStreams::bytes() const {
    std::size_t bytes = 0;
    for (const auto& [flow, stream] : streams_)
        bytes += stream.history.bytes();
    return bytes;
}

} // namespace plenum::node
