// SPDX-License-Identifier: Apache-2.0
// What a relay gives its store, and what it tells people once that has it.
#include "core/conversation/context.h"
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"
#include "core/relay/relay.h"

#include <algorithm>

namespace plenum::node {

void Relay::handle(const ConferenceKept& kept, base::LocalTime now) {
    auto* found = conferences_.find(kept.conference);
    if (found == nullptr) {
        failed_.handle(kept);
        if (const auto session = replicas_.handle(kept)) sessions_.touch(*session);
        return take_over(now);
    }
    auto& conference = *found;
    contain(conference, now, [&] { tell_released(conference, conference.handle(kept), now); });
}

/// What the store made durable, or the standby acknowledged.
void Relay::tell_released(RelayConference& conference, const std::vector<flow::StreamId>& streams,
                          base::LocalTime now) {
    answer_creator(conference);
    for (const auto& stream : streams)
        forwarder_.tell_accepted(conference, stream);
    take_news(conference, now);
}

void Relay::answer_creator(RelayConference& conference) {
    if (!conference.admission().creator || !conference.archive().is_told()) return;
    auto* session = sessions_.find(*std::exchange(conference.admission().creator, std::nullopt));
    if (session == nullptr) return;
    std::ignore = send_control(session->link, wire::CreateAnswer{wire::CreateOutcome::created});
    sessions_.touch(*session);
}

} // namespace plenum::node
