// SPDX-License-Identifier: Apache-2.0
#include "core/relay/confirmations.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

/// With the words below that were rejected. Not earlier: the entry that ended their grant may not be told yet, and is
/// void if another relay takes over without it.
void Confirmations::tell_accepted(RelayConference& conference, flow::StreamId stream) {
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
    sessions_.touch(*sender);
}

void Confirmations::answer_creator(RelayConference& conference) {
    if (!conference.admission().creator || !conference.archive().is_told()) return;
    auto* session = sessions_.find(*std::exchange(conference.admission().creator, std::nullopt));
    if (session == nullptr) return;
    std::ignore = send_control(session->link, wire::CreateAnswer{wire::CreateOutcome::created});
    sessions_.touch(*session);
}

} // namespace plenum::node
