// SPDX-License-Identifier: Apache-2.0
// What a relay gives its store, and what it tells people once that has it.
#include "core/node/hello.h"
#include "core/node/relay.h"

#include <algorithm>

namespace plenum::node {

void RelayConference::keep_word(const StoredWord& word) {
    const StreamId stream{word.flow, word.sender};
    const auto pushed = history_.push(stream, word.sequence, word.sealed, word.log_size, &state_);
    if (pushed == flow::History::Push::duplicate) return;
    outbox_.push(StoreWord{handle_, word, keeping_.add_word(stream, word.sequence.next())});
    forget_shortened();
    news_ = true;
}

void RelayConference::forget_shortened() {
    for (const auto& [stream, first] : history_.take_shortened())
        outbox_.push(ForgetWords{handle_, stream.first, stream.second, first});
}

void RelayConference::bound_history(std::size_t bytes) {
    history_.bound(bytes, &state_);
    forget_shortened();
}

/// What a store gives back is not believed to be more than this log allows: nobody's words but members', on their
/// flows.
void RelayConference::restore(const StoredWord& word, bool durable) {
    const StreamId stream{word.flow, word.sender};
    const auto* flow = state_.find(word.flow);
    const bool sound = flow != nullptr && !flow->loss_delay && word.sender.value() > 0 &&
                       word.sender < state_.next_member && word.log_size <= state_.size && is_sound(word.sequence) &&
                       (!word.sealed.empty() || state_.archive.tenures.demands(word.flow)) &&
                       word.sequence >= history_.next(stream);
    if (!sound) return;
    history_.restore(word);
    keeping_.restore(stream, history_.next(stream), durable);
}

void RelayConference::trace_told() {
    while (!untold_.empty() && *untold_.front().position < keeping_.log_end()) {
        untold_.front().conference = handle_;
        outbox_.trace([&] { return std::move(untold_.front()); });
        untold_.pop_front();
    }
}

std::vector<StreamId> RelayConference::handle(const ConferenceKept& kept) {
    auto streams = keeping_.handle(kept);
    trace_told();
    news_ = true;
    return streams;
}

wire::Accepted RelayConference::accepted(StreamId stream) const {
    return {stream.first, keeping_.next(stream), keeping_.kept(stream)};
}

std::vector<wire::StreamPosition> RelayConference::own_positions(base::MemberIndex member) const {
    std::vector<wire::StreamPosition> positions;
    for (const auto& [stream, history] : history_.streams()) {
        if (stream.second == member) positions.push_back({stream.first, member, keeping_.next(stream)});
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
void Relay::tell_released(RelayConference& conference, const std::vector<StreamId>& streams, base::LocalTime now) {
    answer_creator(conference);
    tell_accepted(conference, streams);
    take_news(conference, now);
}

void Relay::answer_creator(RelayConference& conference) {
    if (!conference.creator || !conference.is_kept()) return;
    const auto session = sessions_.find(*std::exchange(conference.creator, std::nullopt));
    if (session == sessions_.end()) return;
    std::ignore = send_control(session->second.link, wire::CreateAnswer{wire::CreateOutcome::created});
    touched_.insert(session->first);
}

void Relay::tell_accepted(RelayConference& conference, const std::vector<StreamId>& streams) {
    for (const auto index : conference.sessions()) {
        auto& session = sessions_.at(index);
        for (const auto& stream : streams) {
            if (!session.attached || stream.second != session.member) continue;
            tell_accepted(session, conference.accepted(stream));
            touched_.insert(index);
        }
    }
}

} // namespace plenum::node
