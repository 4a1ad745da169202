// SPDX-License-Identifier: Apache-2.0
// Reliable messages: kept until the relay has them, sent again after a lost link, heard in their order.
#include "core/member/group_fence.h"
#include "core/member/traffic.h"
#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
bool Traffic::has_room_unconfirmed(std::size_t messages, std::size_t bytes) {
    return messages <= base::limits::history_messages_max / 2 && bytes <= base::limits::history_bytes_max / 4;
}

void Traffic::keep_reliable(const Publish& message, const wire::MessageHeader& header, base::Bytes sealed) {
    auto& own = own_[header.flow];
    own.history.push(header.sequence, std::move(sealed));
    own.unconfirmed.emplace_back(header.sequence, message);
    own.unconfirmed_bytes += message.body.size();
}

void Traffic::renew(OwnReliable& own) {
    const auto begins = roster_.state().archive.history_begins;
    if (own.history_begins == begins || roster_.keys().newest() < begins) return;
    own.history_begins = begins;
    own.send_next = std::min(own.send_next, own.relay_next);
    for (const auto& [sequence, message] : own.unconfirmed) {
        const auto kept = own.history.from(sequence);
        const auto parts = kept.empty() ? std::nullopt : parse_message(kept.front().sealed);
        if (!parts || sealed_epoch(kept.front().sealed) >= own.history_begins) continue;
        base::Bytes sealed;
        // Of history, the time does not choose the epoch.
        seal(parts->header, message.body, {}, sealed);
        own.history.replace(sequence, std::move(sealed));
    }
}

void Traffic::pump(link::Link& link) {
    for (auto& [flow, own] : own_) {
        renew(own);
        const auto* declaration = roster_.state().find(flow);
        for (const auto& item : own.history.from(own.send_next)) {
            if (declaration == nullptr || !link.stream_has_room(declaration->priority)) break;
            const wire::ReliableMessage message{flow, roster_.self(), item.sequence, item.sealed, roster_.state().size};
            if (!link.send_stream(declaration->priority, wire::encode(message))) break;
            own.send_next = item.sequence.next();
        }
    }
}

void Traffic::resume(const std::vector<wire::StreamPosition>& relay_has, link::Link& link) {
    for (auto& [flow, own] : own_)
        own.send_next = own.relay_next = base::SequenceNumber{1};
    for (const auto& position : relay_has) {
        if (position.sender != roster_.self()) continue;
        auto& own = own_[position.flow];
        own.send_next = own.relay_next = position.next;
        // What of it is accepted, and kept, the relay says next.
    }
    pump(link);
}

void Traffic::handle_accepted(const wire::Accepted& accepted) {
    const auto own = own_.find(accepted.flow);
    if (own == own_.end()) return;
    auto& [history, unconfirmed, bytes, send_next, unkept, refused, relay_next, begins] = own->second;
    relay_next = std::max(relay_next, accepted.next);
    while (!unconfirmed.empty() && unconfirmed.front().first < accepted.next) {
        const auto sequence = unconfirmed.front().first;
        bytes -= unconfirmed.front().second.body.size();
        unconfirmed.pop_front();
        if (refused.erase(sequence) > 0) {
            outbox_.event(MessageRefused{accepted.flow, sequence});
            continue;
        }
        outbox_.event(MessageAccepted{accepted.flow, sequence, accepted.kept});
        if (!accepted.kept) unkept = sequence;
    }
    if (!accepted.kept || unkept.value() == 0 || unkept >= accepted.next) return;
    outbox_.event(MessageAccepted{accepted.flow, std::exchange(unkept, {}), true});
}

void Traffic::handle_refused(const wire::WordRefused& refused) {
    const auto own = own_.find(refused.flow);
    if (own == own_.end()) return;
    const bool waits =
        std::ranges::any_of(own->second.unconfirmed, [&](const auto& item) { return item.first == refused.sequence; });
    if (waits) own->second.refused.insert(refused.sequence);
}

std::vector<Publish> Traffic::unconfirmed() const {
    std::vector<Publish> messages;
    for (const auto& [flow, own] : own_) {
        for (const auto& [sequence, message] : own.unconfirmed)
            messages.push_back(message);
    }
    messages.insert(messages.end(), held_.begin(), held_.end());
    return messages;
}

void Traffic::handle_reliable(base::ByteView bytes, link::Link* link, base::LocalTime now) {
    read_clock(link, now);
    const auto message = wire::decode<wire::ReliableMessage>(bytes);
    if (message && is_stub(message->sealed)) return skip(*message, now);
    const auto parts = message ? parse_message(message->sealed) : std::nullopt;
    const auto* declaration = parts ? roster_.state().find(parts->header.flow) : nullptr;
    // The relay sends no message before the entries that explain it.
    const bool sound = declaration != nullptr && !declaration->loss_delay && fits(*declaration, parts->header) &&
                       parts->header.flow == message->flow && parts->header.sender == message->sender &&
                       parts->header.sequence == message->sequence && message->sender != roster_.self() &&
                       flow::is_sound(message->sequence) && roster_.find(message->sender) != nullptr &&
                       message->log_size <= roster_.state().size;
    if (!sound) {
        ++counters_.refused;
        return;
    }
    trace(base::TraceEvent::Kind::receive, parts->header);
    auto& heard = heard_[{message->flow, message->sender}];
    if (message->sequence < heard.next && heard.readable) return;
    auto body = open(parts->header, parts->header_bytes, message->sealed);
    // Of those who joined after we had the key we hear everything; of the others from then on.
    const bool before_our_time = !heard.readable && message->sender < roster_.first_younger();
    if (!body && body.error() == KeyRing::OpenError::no_key && before_our_time)
        heard.next = std::max(heard.next, message->sequence.next());
    if (!body) return refuse(parts->header, body.error());
    if (before_our_time) heard.next = message->sequence;
    advance(parts->header, heard);
    words_.keep(*message);
    // Of earlier words it is not known who was in the group then.
    const bool judged_now = message->log_size == roster_.state().size;
    if (judged_now && is_of_outsider(roster_.state(), roster_.state().find(parts->header.flow), parts->header.sender)) {
        ++counters_.refused;
        return trace(base::TraceEvent::Kind::reject, parts->header, "not in group");
    }
    if (!permits(parts->header)) return pass_over(parts->header, now);
    const bool before = message->log_size < roster_.joined_size();
    take_in_order({parts->header, now, std::move(*body), message->log_size, before}, now);
}

/// The relay rejected it: what its sender says later does not wait for it. Only where there may be such; and only the
/// next takes the place of a word.
void Traffic::skip(const wire::ReliableMessage& message, base::LocalTime now) {
    const bool sound = roster_.tenures().demands(message.flow) && message.sender != roster_.self() &&
                       roster_.find(message.sender) != nullptr && flow::is_sound(message.sequence);
    if (!sound) return;
    auto& heard = heard_[{message.flow, message.sender}];
    if (message.sequence < heard.next) return;
    if (const auto gap = gap_of(message)) handle(*gap, now);
    if (message.sequence > heard.next) return;
    heard.next = message.sequence.next();
    words_.keep(message);
}

/// Moves past a message that proved authentic: what a relay invents must not stand in the way of what is real.
void Traffic::advance(const wire::MessageHeader& header, Heard& heard) {
    if (header.sequence > heard.next) {
        outbox_.event(
            MessagesMissed{header.flow, header.sender, heard.next, base::SequenceNumber{header.sequence.value() - 1}});
    }
    heard = {header.sequence.next(), true};
}

std::vector<wire::StreamPosition> Traffic::positions() const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [id, heard] : heard_) {
        // For what does not fit, the relay begins at its first, and duplicates go.
        if (positions.size() >= wire::Attach::positions_max) break;
        if (roster_.state().find(id.second) != nullptr) positions.push_back({id.first, id.second, heard.next});
    }
    return positions;
}

} // namespace plenum::node
