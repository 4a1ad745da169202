// SPDX-License-Identifier: Apache-2.0
#include "core/relay/conference/archive.h"

#include "core/conversation/context.h"
#include "core/peer/message_parts.h"

#include <algorithm>

namespace plenum::node {
void Archive::replace(Kept kept) {
    history_ = std::move(kept.history);
    durability_ = std::move(kept.durability);
}

void Archive::keep(const StoredMessage& message, const log::State& state) {
    const flow::StreamId stream{message.flow, message.sender};
    const auto pushed = history_.push(stream, message.sequence, message.sealed, message.log_size, &state);
    if (pushed == flow::History::Push::duplicate) return;
    outbox_.push(StoreMessage{conference_, message, durability_.add_word(stream, message.sequence.next())});
    store_shortened();
    on_kept_();
}

void Archive::store_shortened() {
    for (const auto& [stream, first] : history_.take_shortened())
        outbox_.push(ForgetMessages{conference_, stream.first, stream.second, first});
}

void Archive::restore(const StoredMessage& message, bool durable, const log::State& state) {
    const flow::StreamId stream{message.flow, message.sender};
    const auto* flow = state.find(message.flow);
    const bool sound =
        flow != nullptr && !flow->loss_delay && message.sender.value() > 0 && message.sender < state.next_member &&
        message.log_size <= state.size && flow::is_sound(message.sequence) &&
        (!is_stub(message.sealed) || may_have_stubs(state, message.flow)) && message.sequence >= history_.next(stream);
    if (!sound) return;
    history_.restore(message);
    durability_.restore(stream, history_.next(stream), durable);
}

void Archive::copy(const StoredMessage& message, const log::State& state) {
    if (state.find(message.flow) != nullptr && message.sender.value() > 0 && message.sender < state.next_member)
        keep(message, state);
}

void Archive::take_given(const wire::GivenWord& message, const log::State& state) {
    const auto* flow = state.find(message.flow);
    const bool left =
        message.sender.value() > 0 && message.sender < state.next_member && state.find(message.sender) == nullptr;
    const bool sound = left && flow != nullptr && !flow->loss_delay && flow::is_sound(message.sequence) &&
                       (!is_stub(message.sealed) || may_have_stubs(state, message.flow));
    if (!sound) return;
    const auto found = history_.streams().find({message.flow, message.sender});
    const auto* last = found == history_.streams().end() ? nullptr : &found->second;
    // After a gap the history would begin anew.
    if (last != nullptr && message.sequence != last->next()) return;
    auto log_size = std::min(message.log_size, state.size);
    if (last != nullptr && !last->items().empty()) log_size = std::max(log_size, last->items().back().log_size);
    keep({message.flow, message.sender, message.sequence, log_size, message.sealed}, state);
}

wire::WordsWanted Archive::wanted(const log::State& state) const {
    wire::WordsWanted wanted;
    for (const auto& [stream, history] : history_.streams()) {
        if (wanted.positions.size() == wire::Attach::positions_max) break;
        if (state.find(stream.second) == nullptr)
            wanted.positions.push_back({stream.first, stream.second, history.next()});
    }
    return wanted;
}

void Archive::forget_closed(const log::State& state) {
    history_.forget_closed(state);
    live_.forget_closed(state);
    store_shortened();
}

void Archive::bound(std::size_t bytes, const log::State& state) {
    history_.bound(bytes, &state);
    store_shortened();
}

std::vector<base::TraceEvent> Archive::rejections(flow::StreamId stream, base::SequenceNumber sequence,
                                                  base::ByteView message, Rejection why,
                                                  const log::State& state) const {
    std::vector<base::TraceEvent> all;
    if (!outbox_.traces()) return all;
    base::TraceEvent trace;
    trace.kind = base::TraceEvent::Kind::reject;
    trace.conference = conference_;
    trace.flow = stream.first;
    trace.sender = stream.second;
    trace.sequence = sequence;
    trace.why = name_of(why);
    const auto* flow = state.find(stream.first);
    const auto parts = parse_message(message);
    conversation::Context context;
    const bool ordered = flow != nullptr && flow->is_ordered() && parts && parts->header.sequence == sequence &&
                         conversation::decode(parts->header.context, context);
    const auto count = parts && parts->header.sequence == sequence ? parts->header.count : 1U;
    if (ordered) {
        trace.conversation = flow->conversation;
        trace.sequence = base::SequenceNumber{context.ordinal.value()};
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        all.push_back(trace);
        trace.sequence = trace.sequence.next();
    }
    return all;
}

void Archive::find_rejected(const log::State& state) {
    for (const auto& [stream, history] : history_.streams()) {
        for (const auto& message : history.items()) {
            if (!is_stub(message.sealed)) continue;
            rejected_.add(stream, {message.sequence,
                                   rejections(stream, message.sequence, message.sealed, Rejection::no_token, state)});
        }
        for (auto& message : rejected_.take(stream, durability_.next(stream)))
            for (auto& trace : message.traces)
                outbox_.push(std::move(trace));
    }
}

wire::Accepted Archive::accepted(flow::StreamId stream) const {
    return {stream.first, durability_.next(stream), durability_.kept(stream)};
}

std::vector<wire::WordRefused> Archive::told_rejected(flow::StreamId stream) const {
    std::vector<wire::WordRefused> rejected;
    const auto found = history_.streams().find(stream);
    if (found == history_.streams().end()) return rejected;
    for (const auto& message : found->second.items()) {
        if (message.sequence < durability_.next(stream) && is_stub(message.sealed))
            rejected.push_back({stream.first, message.sequence});
    }
    return rejected;
}

std::vector<wire::StreamPosition> Archive::positions_of(base::MemberIndex member) const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [stream, history] : history_.streams()) {
        if (stream.second == member) positions.push_back({stream.first, member, durability_.next(stream)});
    }
    return positions;
}

void Archive::store_conference(const crypto::SecretKey& access) {
    outbox_.push(StoreConference{conference_, access.expose(), durability_.add_conference()});
}

void Archive::store_entry(base::LogPosition position, const base::Bytes& entry) {
    outbox_.push(StoreEntry{conference_, position, entry, durability_.add_entry(position.next())});
}

void Archive::store_checkpoint(base::LogPosition position, const base::Bytes& state) {
    outbox_.push(StoreCheckpoint{conference_, position, state});
}

std::uint64_t Archive::store_role(ConferenceRole role) {
    const auto number = durability_.add_role();
    outbox_.push(StoreRole{conference_, role, number});
    return number;
}

std::uint64_t Archive::require_standby() {
    durability_.require_standby();
    return store_role(ConferenceRole::primary_replicated);
}

std::vector<flow::StreamId> Archive::release_standby() {
    std::ignore = store_role(ConferenceRole::primary);
    return durability_.release_standby();
}

void Archive::hold_restored() {
    outbox_.push(StoreRole{conference_, ConferenceRole::primary_replicated, durability_.hold_restored()});
}

} // namespace plenum::node
