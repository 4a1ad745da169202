// SPDX-License-Identifier: Apache-2.0
// What a relay gives its store, and what it tells people once that has it.
#include "core/conversation/context.h"
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {

void RelayConference::keep_word(const StoredMessage& word) {
    const flow::StreamId stream{word.flow, word.sender};
    const auto pushed = history_.push(stream, word.sequence, word.sealed, word.log_size, &state_);
    if (pushed == flow::History::Push::duplicate) return;
    outbox_.push(StoreMessage{handle_, word, durability_.add_word(stream, word.sequence.next())});
    forget_shortened();
    news_ = true;
}

void RelayConference::forget_shortened() {
    for (const auto& [stream, first] : history_.take_shortened())
        outbox_.push(ForgetMessages{handle_, stream.first, stream.second, first});
}

void RelayConference::bound_history(std::size_t bytes) {
    history_.bound(bytes, &state_);
    forget_shortened();
}

/// What a store gives back is not believed to be more than this log allows: nobody's words but members', on their
/// flows.
void RelayConference::restore(const StoredMessage& word, bool durable) {
    const flow::StreamId stream{word.flow, word.sender};
    const auto* flow = state_.find(word.flow);
    const bool sound =
        flow != nullptr && !flow->loss_delay && word.sender.value() > 0 && word.sender < state_.next_member &&
        word.log_size <= state_.size && flow::is_sound(word.sequence) &&
        (!is_stub(word.sealed) || state_.archive.tenures.demands(word.flow)) && word.sequence >= history_.next(stream);
    if (!sound) return;
    history_.restore(word);
    durability_.restore(stream, history_.next(stream), durable);
}

std::vector<base::TraceEvent> RelayConference::rejections(flow::StreamId stream, base::SequenceNumber sequence,
                                                          base::ByteView message, Rejection why) const {
    std::vector<base::TraceEvent> all;
    if (!outbox_.traces()) return all;
    base::TraceEvent trace;
    trace.kind = base::TraceEvent::Kind::reject;
    trace.conference = handle_;
    trace.flow = stream.first;
    trace.sender = stream.second;
    trace.sequence = sequence;
    trace.why = name_of(why);
    const auto* flow = state_.find(stream.first);
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

/// The relay before may have told nobody of them, and why is not kept.
void RelayConference::find_rejected() {
    for (const auto& [stream, history] : history_.streams()) {
        for (const auto& word : history.items()) {
            if (!is_stub(word.sealed)) continue;
            rejected_.add(stream, {word.sequence, rejections(stream, word.sequence, word.sealed, Rejection::no_token)});
        }
        for (auto& word : rejected_.take(stream, durability_.next(stream)))
            for (auto& trace : word.traces)
                outbox_.push(std::move(trace));
    }
}

void RelayConference::trace_told() {
    while (!untold_.empty() && *untold_.front().position < durability_.log_end()) {
        untold_.front().conference = handle_;
        outbox_.trace([&] { return std::move(untold_.front()); });
        untold_.pop_front();
    }
}

std::vector<flow::StreamId> RelayConference::handle(const ConferenceKept& kept) {
    auto streams = durability_.handle(kept);
    trace_told();
    news_ = true;
    return streams;
}

wire::Accepted RelayConference::accepted(flow::StreamId stream) const {
    return {stream.first, durability_.next(stream), durability_.kept(stream)};
}

std::vector<wire::WordRefused> RelayConference::told_rejected(flow::StreamId stream) const {
    std::vector<wire::WordRefused> rejected;
    const auto found = history_.streams().find(stream);
    if (found == history_.streams().end()) return rejected;
    for (const auto& word : found->second.items()) {
        if (word.sequence < durability_.next(stream) && is_stub(word.sealed))
            rejected.push_back({stream.first, word.sequence});
    }
    return rejected;
}

std::vector<wire::StreamPosition> RelayConference::own_positions(base::MemberIndex member) const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [stream, history] : history_.streams()) {
        if (stream.second == member) positions.push_back({stream.first, member, durability_.next(stream)});
    }
    return positions;
}

void Relay::handle(const ConferenceKept& kept, base::LocalTime now) {
    const auto found = conferences_.find(kept.conference);
    if (found == conferences_.end()) {
        failed_.handle(kept);
        if (const auto session = replicas_.handle(kept)) touched_.insert(*session);
        return take_over(now);
    }
    auto& conference = *found->second;
    contain(conference, now, [&] { tell_released(conference, conference.handle(kept), now); });
}

/// What the store made durable, or the standby acknowledged.
void Relay::tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams,
                          base::LocalTime now) {
    answer_creator(conference);
    for (const auto& stream : streams)
        tell_accepted(conference, stream);
    take_news(conference, now);
}

void Relay::answer_creator(RelayConference& conference) {
    if (!conference.creator || !conference.is_kept()) return;
    const auto session = sessions_.find(*std::exchange(conference.creator, std::nullopt));
    if (session == sessions_.end()) return;
    std::ignore = send_control(session->second.link, wire::CreateAnswer{wire::CreateOutcome::created});
    touched_.insert(session->first);
}

RelaySession* RelayConference::session_of(base::MemberIndex member) const {
    const auto found = std::ranges::find_if(
        entered_, [&](const RelaySession* session) { return session->attached && session->member == member; });
    return found == entered_.end() ? nullptr : *found;
}

/// With the words below that were rejected. Not earlier: the entry that ended their grant may not be told yet, and is
/// void if another relay takes over without it.
void Relay::tell_accepted(RelayConference& conference, flow::StreamId stream) {
    auto* const sender = conference.session_of(stream.second);
    const auto accepted = conference.accepted(stream);
    for (auto& rejected : conference.rejected().take(stream, accepted.next)) {
        if (sender != nullptr)
            std::ignore = send_control(sender->link, wire::WordRefused{stream.first, rejected.sequence});
        for (auto& trace : rejected.traces)
            outbox_.push(std::move(trace));
    }
    if (sender == nullptr) return;
    std::ignore = send_control(sender->link, accepted);
    touched_.insert(*sender);
}

} // namespace plenum::node
