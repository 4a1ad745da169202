// SPDX-License-Identifier: Apache-2.0
#include "tests/sim/checkers/reliable_exact.h"

#include "core/base/limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace plenum::sim {

void ReliableExact::on_begin(Session session, VirtualTime) { members_.try_emplace(session); }

void ReliableExact::on_end(Session session, VirtualTime) { members_[session].there = false; }

void ReliableExact::on_restored(Session, const Restored& restored) {
    if (restored.words_lost == 0) return;
    for (auto& [key, stream] : streams_)
        stream.accepted = 0;
}

void ReliableExact::on_publication(Session session, const Publication& publication, VirtualTime at) {
    if (!flows_.reliable(publication.flow)) return;
    auto& stream = streams_[{publication.flow, publication.sender}];
    stream.owner = session;
    if (publication.sequence.value() != stream.messages.size() + 1) {
        fail(fmt::format("{}: flow {} message {} follows message {}", to_text(session), publication.flow.value(),
                         publication.sequence.value(), stream.messages.size()));
    }
    stream.messages.push_back({members_[session].epoch, at});
    stream.bytes += publication.bytes;
}

void ReliableExact::on_event(Session session, const node::Event& event, VirtualTime at) {
    flows_.note(event);
    auto& member = members_[session];
    if (const auto* joined = std::get_if<node::MemberJoined>(&event); joined != nullptr && joined->self) {
        member.index = joined->member;
    } else if (const auto* changed = std::get_if<node::EpochChanged>(&event)) {
        member.epoch = changed->epoch;
        if (member.first_epoch.value() == 0) {
            member.first_epoch = changed->epoch;
            member.keyed_at = at;
        }
    } else if (const auto* accepted = std::get_if<node::MessageAccepted>(&event)) {
        auto& stream = streams_[{accepted->flow, member.index}];
        if (accepted->sequence.value() > stream.messages.size()) fail(to_text(session) + ": accepted, never published");
        if (accepted->kept) stream.accepted = std::max(stream.accepted, accepted->sequence.value());
    } else if (const auto* message = std::get_if<node::MessageReceived>(&event)) {
        if (flows_.reliable(message->flow)) on_message(session, member, *message);
    } else if (const auto* refused = std::get_if<node::MessageRefused>(&event)) {
        // Its flow was closed, and forgotten, before the relay had it.
        streams_[{refused->flow, member.index}].rejected.insert(refused->sequence.value());
    } else if (const auto* removed = std::get_if<node::FlowRemoved>(&event)) {
        closed_.try_emplace(removed->flow, at);
    } else if (const auto* missed = std::get_if<node::MessagesMissed>(&event)) {
        on_missed(session, member, *missed);
    }
}

void ReliableExact::on_trace(Session session, const base::TraceEvent& event, VirtualTime) {
    using Kind = base::TraceEvent::Kind;
    if ((event.kind != Kind::send && event.kind != Kind::reject) || !flows_.reliable(event.flow)) return;
    const StreamKey key{event.flow, event.sender};
    auto& stream = streams_[key];
    auto sequence = event.sequence.value();
    if (event.kind == Kind::send) {
        stream.sequences.emplace(sequence, stream.sequences.size() + 1);
        return;
    }
    if (event.conversation) {
        const auto found = stream.sequences.find(sequence);
        if (found == stream.sequences.end()) return;
        sequence = found->second;
    }
    auto& member = members_[session];
    const bool by_relay = member.index.value() == 0;
    (by_relay ? stream.rejected : member.rejected[key]).insert(sequence);
}

bool ReliableExact::is_rejected(const StreamKey& key, const Stream& stream, const Member& member,
                                std::uint64_t sequence) {
    const auto own = member.rejected.find(key);
    return stream.rejected.contains(sequence) || (own != member.rejected.end() && own->second.contains(sequence));
}

void ReliableExact::on_message(Session session, Member& member, const node::MessageReceived& message) {
    const StreamKey key{message.flow, message.sender};
    const auto& stream = streams_[key];
    auto& last = member.delivered[key];
    const auto sequence = message.sequence.value();
    auto due = std::max(last + 1, first_due(stream, member));
    while (is_rejected(key, stream, member, due))
        ++due;
    const auto what = [&] {
        return fmt::format("{}: flow {} of member {}", to_text(session), key.flow.value(), key.sender.value());
    };
    if (last != 0 && sequence <= last) fail(fmt::format("{}: message {} after {}", what(), sequence, last));
    // Somebody new to a stream cannot be told what the histories no longer held.
    const bool excused = last == 0 && !histories_hold(stream);
    if (sequence > due && !excused) fail(fmt::format("{}: message {} where {} is due", what(), sequence, due));
    last = sequence;
}

void ReliableExact::on_missed(Session session, Member& member, const node::MessagesMissed& missed) {
    const StreamKey key{missed.flow, missed.sender};
    const auto& stream = streams_[key];
    const auto what = [&](std::string_view mistake) {
        return fmt::format("{}: flow {} of member {}: missed messages {} to {}, {}", to_text(session), key.flow.value(),
                           key.sender.value(), missed.first.value(), missed.last.value(), mistake);
    };
    if (histories_hold(stream)) {
        const bool due = missed.last.value() >= first_due(stream, member);
        return fail(what(due ? "which histories hold" : "which were never for it"));
    }
    auto& last = member.delivered[key];
    last = std::max(last, missed.last.value());
}

bool ReliableExact::histories_hold(const Stream& stream) {
    return stream.messages.size() < base::limits::history_messages_max &&
           stream.bytes < base::limits::history_bytes_max / 2;
}

std::uint64_t ReliableExact::first_due(const Stream& stream, const Member& member) {
    const auto due = [&](const Message& message) {
        const bool keyed = member.first_epoch.value() != 0;
        return keyed && (message.epoch >= member.first_epoch || message.at > member.keyed_at);
    };
    // Epochs and times only rise, so that what is due is the end of the stream.
    const auto found = std::ranges::partition_point(stream.messages, [&](const auto& each) { return !due(each); });
    return static_cast<std::uint64_t>(found - stream.messages.begin()) + 1;
}

std::uint64_t ReliableExact::last_due(const Stream& stream) const {
    const auto owner = members_.find(stream.owner);
    if (owner != members_.end() && owner->second.there) return stream.messages.size();
    return stream.accepted;
}

std::optional<std::string> ReliableExact::unmet() const {
    for (const auto& [key, stream] : streams_) {
        for (const auto& [session, member] : members_) {
            if (!member.there || session == stream.owner || !flows_.reaches(key.flow, member.index)) continue;
            const auto closed = closed_.find(key.flow);
            if (closed != closed_.end() && member.keyed_at >= closed->second) continue;
            auto last = last_due(stream);
            while (is_rejected(key, stream, member, last))
                --last;
            if (first_due(stream, member) > last) continue;
            const auto found = member.delivered.find(key);
            const auto delivered = found == member.delivered.end() ? 0 : found->second;
            if (delivered >= last) continue;
            return fmt::format("{}: flow {} of member {}: has messages up to {} of {}", to_text(session),
                               key.flow.value(), key.sender.value(), delivered, last);
        }
    }
    return std::nullopt;
}

} // namespace plenum::sim
