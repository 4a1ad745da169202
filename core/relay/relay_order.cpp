// SPDX-License-Identifier: Apache-2.0
// What a relay does for the order of conversations: it says what it dropped, and how long messages take.
#include "core/log/conversation_rules.h"
#include "core/peer/hello.h"
#include "core/relay/relay.h"

namespace plenum::node {

bool Relay::handle_order(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    const auto* report = std::get_if<wire::DelayReport>(&message);
    const auto* gap = std::get_if<wire::Gap>(&message);
    const auto* causes = std::get_if<wire::Causes>(&message);
    if (report == nullptr && gap == nullptr && causes == nullptr) return false;
    auto* conference = session.attached ? conference_of(session) : nullptr;
    if (conference == nullptr || !conference->fan_out().admits(session)) return true;
    if (causes != nullptr) {
        if (conference->fan_out().is_in(session, causes->conversation)) session.causes = *causes;
        return true;
    }
    if (report != nullptr) {
        if (const auto advice = conference->order().take_delay(session, *report, now))
            tell(*conference, report->conversation, nullptr, wire::DelayAdvice{report->conversation, *advice});
        return true;
    }
    const auto* flow = conference->state().find(gap->flow);
    const bool own = flow != nullptr && gap->sender == session.member && conference->fan_out().is_for(session, *flow);
    if (own && flow->is_ordered()) tell(*conference, flow->conversation, &session, *gap);
    return true;
}

void Relay::tell(RelayConference& conference, base::ConversationId conversation, const RelaySession* but,
                 const wire::ControlMessage& message) {
    for (auto* receiver : conference.fan_out().receivers()) {
        if (receiver == but || !conference.fan_out().is_in(*receiver, conversation) || !says_gaps(receiver->link))
            continue;
        std::ignore = send_control(receiver->link, message);
        touched_.insert(*receiver);
    }
}

void Relay::handle_dropped(RelaySession& session, const link::FragmentDropped& dropped, base::LocalTime now) {
    auto* conference = conference_of(session);
    if (conference == nullptr || !conference->fan_out().admits(session)) return;
    const auto fragment = link::decode_fragment(*dropped.frame);
    const auto* flow = conference->state().find(fragment.flow);
    if (flow == nullptr || !flow->is_ordered()) return;
    // Nobody waits for it any longer.
    const auto interval = log::interval_of(conference->state(), flow->conversation);
    if (conference_time(*conference, now) - fragment.sent_at > interval.most || !says_gaps(session.link)) return;
    if (auto gap = conference->order().contexts().gap_of(fragment))
        std::ignore = send_control(session.link, std::move(*gap));
}

} // namespace plenum::node
