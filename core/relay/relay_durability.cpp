// SPDX-License-Identifier: Apache-2.0
// What a relay gives its store, and what it tells people once that has it.
#include "core/conversation/context.h"
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {

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
    if (!conference.admission().creator || !conference.archive().is_told()) return;
    const auto session = sessions_.find(*std::exchange(conference.admission().creator, std::nullopt));
    if (session == sessions_.end()) return;
    std::ignore = send_control(session->second.link, wire::CreateAnswer{wire::CreateOutcome::created});
    touched_.insert(session->first);
}

/// With the words below that were rejected. Not earlier: the entry that ended their grant may not be told yet, and is
/// void if another relay takes over without it.
void Relay::tell_accepted(RelayConference& conference, flow::StreamId stream) {
    auto* const sender = conference.fan_out().session_of(stream.second);
    const auto accepted = conference.archive().accepted(stream);
    for (auto& rejected : conference.archive().rejected().take(stream, accepted.next)) {
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
