// SPDX-License-Identifier: Apache-2.0
// What a relay passes on, and what not.
#include "core/node/relay.h"

#include <algorithm>

namespace plenum::node {

void Relay::handle_reliable(RelaySession& session, const link::StreamMessage& message) {
    auto* conference = conference_of(session);
    const auto reliable = wire::decode<wire::ReliableMessage>(message.message);
    if (conference == nullptr || !reliable) return;
    const auto taken = conference->take_reliable(session, *reliable, message.stream);
    if (taken == RelayConference::Taken::no) return;
    if (taken == RelayConference::Taken::unheard) {
        refuse(reliable->flow, reliable->sender, reliable->sequence, token::name_of(token::Hearing::no_token));
        std::ignore = send_control(session.link, wire::WordRefused{reliable->flow, reliable->sequence});
    }
    // What is not kept yet is answered when it is; what came again already.
    const auto accepted = conference->accepted({reliable->flow, reliable->sender});
    if (accepted.next > reliable->sequence) std::ignore = send_control(session.link, accepted);
}

void Relay::refuse(base::FlowId flow, base::MemberIndex sender, base::SequenceNumber sequence, std::string_view why) {
    outbox_.trace([&] {
        base::TraceEvent trace;
        trace.kind = base::TraceEvent::Kind::reject;
        trace.flow = flow;
        trace.sender = sender;
        trace.sequence = sequence;
        trace.why = why;
        return trace;
    });
}

void Relay::handle_fragment(RelaySession& session, const wire::FragmentFrame& fragment, base::LocalTime now) {
    auto* conference = conference_of(session);
    const auto* flow = conference == nullptr ? nullptr : conference->permit(session, fragment);
    const auto refuse_it = [&](std::string_view why) {
        refuse(fragment.flow, fragment.sender, fragment.sequence, why);
    };
    if (flow == nullptr) return refuse_it("not permitted");
    if (const auto unheard = conference->fence(fragment)) return refuse_it(token::name_of(*unheard));
    if (!fragment.flags.is_discardable()) conference->note_voice(fragment.flow, fragment.sender, now);
    if (fragment.flags.is_key_frame() && !session.key_frames.pass(fragment)) return;
    const auto age = conference_time(now) - fragment.sent_at;
    const auto remaining = fragment.sent_at == base::ConferenceTime{}
                               ? *flow->loss_delay
                               : std::min(*flow->loss_delay, *flow->loss_delay - age);
    if (remaining <= base::Duration{}) return;
    const bool awaited = flow->is_ordered();
    if (awaited && fragment.index == 0 && fragment.count > 1) conference->contexts().note(fragment);
    const auto encoded = frames_.encode(fragment);
    const auto tag = tag_of({fragment.flow, fragment.sender});
    for (auto* receiver : conference->receivers()) {
        if (receiver == &session || !conference->is_for(*receiver, *flow)) continue;
        std::ignore =
            receiver->link.send_fragment({encoded, flow->priority, now + remaining, fragment.flags, tag, awaited}, now);
        touched_.insert(*receiver);
    }
}

void Relay::handle_key_frame_request(RelaySession& session, const wire::KeyFrameRequest& request, base::LocalTime now) {
    auto* conference = conference_of(session);
    if (conference == nullptr || !conference->admits(session)) return;
    if (!conference->claim_key_frame_request({request.flow, request.sender}, now)) return;
    for (const auto index : conference->sessions()) {
        auto& sender = sessions_.at(index);
        if (sender.member != request.sender || !conference->admits(sender)) continue;
        std::ignore = send_control(sender.link, request);
        touched_.insert(index);
    }
}

} // namespace plenum::node
