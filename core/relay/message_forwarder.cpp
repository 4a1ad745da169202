// SPDX-License-Identifier: Apache-2.0
#include "core/relay/message_forwarder.h"

#include "core/log/conversation_rules.h"
#include "core/peer/hello.h"
#include "core/peer/message_parts.h"
#include "core/relay/conference/coordination.h"
#include "core/relay/edge/edge_copies.h"
#include "core/tag/voice_flags.h"

#include <algorithm>

namespace plenum::node {
namespace {

base::ConferenceTime time_of(RelayConference& conference, base::LocalTime now) {
    return conference.sequencer().clock().to_conference(now);
}

/// Where not all pictures fit a link: what is shown to everyone, and whoever holds a token, comes first.
std::uint32_t picture_priority(const log::State& state, tag::LayerBudget::Source source) {
    const auto* flow = state.find(source.first);
    const bool shown =
        flow != nullptr && flow->kind == base::FlowKind::screen && state.find_created(source.first) == nullptr;
    const bool holds = std::ranges::any_of(
        state.tokens.tokens, [&](const auto& each) { return each.second.find_holder(source.second) != nullptr; });
    return shown ? 0 : holds ? 1 : 2;
}

} // namespace

void MessageForwarder::handle_reliable(RelaySession& session, const link::StreamMessage& message, base::LocalTime now) {
    auto* conference = session.home;
    const auto reliable = wire::decode<wire::ReliableMessage>(message.message);
    if (conference == nullptr || !reliable) return;
    pace(session, *reliable, now);
    const auto at = time_of(*conference, now);
    const auto taken = conference->take_reliable(session, *reliable, message.stream, at);
    if (taken == RelayConference::Taken::no) return note_rejection(session, Rejection::not_permitted, now);
    if (taken == RelayConference::Taken::closed) return;
    if (taken == RelayConference::Taken::accepted) {
        conference->floor().note_voice(reliable->flow, reliable->sender, now);
        tell_noted_gaps(session);
    }
    const flow::StreamId stream{reliable->flow, reliable->sender};
    if (taken == RelayConference::Taken::rejected) handle_rejected(session, *reliable, now);
    // What is not kept yet is answered when it is; what came again already.
    if (conference->archive().accepted(stream).next > reliable->sequence)
        parts_.confirmations.tell_accepted(*conference, stream);
}

void MessageForwarder::pace(RelaySession& session, const wire::ReliableMessage& message, base::LocalTime now) {
    const auto* flow = session.home->state().find_open(message.flow);
    if (flow == nullptr || flow->kind != base::FlowKind::board || flow->loss_delay) return;
    const auto wait = session.limits.contracts.pace(*flow, message.sealed.size(), now);
    if (wait == base::Duration{}) return;
    session.limits.board_held_until = now + wait;
    note_rejection(session, Rejection::excess, now);
    tell_excess(session, message.flow, now);
}

void MessageForwarder::handle_rejected(RelaySession& session, const wire::ReliableMessage& message,
                                       base::LocalTime now) {
    auto& conference = *session.home;
    const flow::StreamId stream{message.flow, message.sender};
    // One that comes again may be heard by now, and stays rejected.
    const auto judged = conference.sequencer().fence().refuse(message, conference.state(), time_of(conference, now));
    const bool closed = conference.state().find_open(message.flow) == nullptr;
    const bool exceeds = !judged && exceeds_authority(conference.state(), message, time_of(conference, now));
    const auto why = closed    ? Rejection::flow_closed
                     : exceeds ? Rejection::not_permitted
                               : rejection_of(judged.value_or(token::Hearing::no_token));
    note_rejection(session, why, now);
    conference.archive().rejected().add(
        stream, {message.sequence,
                 conference.archive().rejections(stream, message.sequence, message.sealed, why, conference.state())});
}

/// Otherwise receivers would wait for the rejected fragment, since later ones of its sender come after it.
void MessageForwarder::tell_gap(const RelaySession& session, const wire::FragmentFrame& fragment) {
    auto& conference = *session.home;
    const auto gap = conference.order().contexts().gap_of(fragment);
    if (!gap || session.limits.rejections.floods()) return;
    const auto* flow = conference.state().find(gap->flow);
    if (flow != nullptr && flow->is_ordered()) tell(conference, flow->conversation, &session, *gap);
}

void MessageForwarder::note_gap(const RelaySession& session, const wire::FragmentFrame& fragment) {
    auto& conference = *session.home;
    const auto* flow = conference.state().find(fragment.flow);
    auto gap = flow != nullptr && flow->is_ordered() ? conference.order().contexts().gap_of(fragment) : std::nullopt;
    if (!gap) return;
    // An older one may be of another conversation.
    const auto ready = conference.order().gaps().add(std::move(*gap));
    const auto* told = ready ? conference.state().find(ready->flow) : nullptr;
    if (told != nullptr) tell(conference, told->conversation, &session, *ready);
}

void MessageForwarder::tell_noted_gaps(const RelaySession& session) {
    auto& conference = *session.home;
    const auto gap = conference.order().gaps().take(session.member);
    const auto* flow = gap ? conference.state().find(gap->flow) : nullptr;
    if (flow != nullptr) tell(conference, flow->conversation, &session, *gap);
}

bool MessageForwarder::is_heard(RelayConference& conference, const wire::FragmentFrame& fragment, base::LocalTime now) {
    const auto& tokens = conference.state().tokens.tokens;
    const bool holds = std::ranges::any_of(tokens, [&](const auto& each) {
        const auto& flows = each.second.flows;
        return std::ranges::find(flows, fragment.flow) != flows.end() &&
               each.second.find_holder(fragment.sender) != nullptr;
    });
    return holds || conference.fan_out()
                        .speakers(fragment.flow)
                        .passes({fragment.sender, tag::loudness_of(fragment.flags), fragment.flags.is_discardable()},
                                std::max<std::size_t>(1, parts_.limits.speakers), now);
}

void MessageForwarder::tell_excess(RelaySession& session, base::FlowId flow, base::LocalTime now) {
    const auto excess = session.limits.contracts.note_excess(flow, now);
    if (excess && send_control(session.link, *excess)) parts_.sessions.touch(session);
}

void MessageForwarder::report_excess(RelaySession& session, base::LocalTime now) {
    while (const auto excess = session.limits.contracts.poll_report(now))
        std::ignore = send_control(session.link, *excess);
}

void MessageForwarder::note_rejection(RelaySession& session, Rejection why, base::LocalTime now) {
    ++parts_.reporter.counters().messages_unheard[why];
    auto* conference = session.home;
    if (conference == nullptr || !session.limits.rejections.note(now)) return;
    const RejectedMember member{conference->handle(), session.member, why, session.limits.rejections.messages()};
    parts_.reporter.tell(RelayIncident{RelayIncident::Kind::member_unheard,
                                       session.member_address(),
                                       {},
                                       {},
                                       std::make_shared<const RejectedMember>(member)});
}

void MessageForwarder::handle_fragment(RelaySession& session, const wire::FragmentFrame& fragment,
                                       base::LocalTime now) {
    auto* conference = session.home;
    const auto* flow = conference == nullptr ? nullptr : conference->fan_out().permit(session, fragment);
    const auto refuse = [&](Rejection why) {
        if (conference != nullptr && fragment.index == 0)
            for (auto& trace : conference->archive().rejections({fragment.flow, fragment.sender}, fragment.sequence,
                                                                fragment.data, why, conference->state()))
                parts_.outbox.push(std::move(trace));
        note_rejection(session, why, now);
    };
    const bool two_sizes = session.wanted.sizes.contains(fragment.flow);
    if (flow == nullptr || (!two_sizes && fragment.flags.size() == base::PictureSize::small))
        return refuse(Rejection::not_permitted);
    if (conference->state().find_open(fragment.flow) == nullptr) {
        refuse(Rejection::flow_closed);
        return tell_gap(session, fragment);
    }
    // What the network held back until it is worth nothing is no excess of its sender.
    const auto age = time_of(*conference, now) - fragment.sent_at;
    const auto remaining = fragment.sent_at == base::ConferenceTime{}
                               ? *flow->loss_delay
                               : std::min(*flow->loss_delay, *flow->loss_delay - age);
    if (remaining <= base::Duration{}) return;
    if (!session.limits.contracts.admits(*flow, fragment, now)) {
        refuse(Rejection::excess);
        tell_excess(session, fragment.flow, now);
        return tell_gap(session, fragment);
    }
    const auto& state = conference->state();
    if (const auto unheard = conference->sequencer().fence().refuse(fragment, state, time_of(*conference, now))) {
        refuse(rejection_of(*unheard));
        return tell_gap(session, fragment);
    }
    if (!fragment.flags.is_discardable()) conference->floor().note_voice(fragment.flow, fragment.sender, now);
    if (fragment.flags.is_key_frame() && !session.limits.key_frames.pass(fragment)) return;
    if (flow->kind == base::FlowKind::audio && !is_heard(*conference, fragment, now))
        return note_gap(session, fragment);
    const bool awaited = flow->is_ordered();
    if (awaited) tell_noted_gaps(session);
    if (flow->kind != base::FlowKind::capture && conference->archive().live().keep(fragment, flow->kind, now))
        request_key_frame(session, fragment.flow, fragment.flags.size(), now);
    if (awaited && fragment.index == 0 && fragment.count > 1) conference->order().contexts().note(fragment);
    pass_on(session, fragment, *flow, remaining, now);
}

void MessageForwarder::pass_on(const RelaySession& session, const wire::FragmentFrame& fragment,
                               const log::FlowDeclaration& flow, base::Duration remaining, base::LocalTime now) {
    auto& fan_out = session.home->fan_out();
    const auto& state = session.home->state();
    const auto encoded = frames_.encode(fragment);
    const auto tag = flow::tag_of({fragment.flow, fragment.sender});
    const tag::Subscriber::Message thinned{{flow.flow, fragment.sender},
                                           flow.kind,
                                           fragment.sequence,
                                           fragment.sent_at,
                                           fragment.flags,
                                           session.wanted.sizes.contains(fragment.flow)};
    const auto priority_of = [&](tag::LayerBudget::Source source) { return picture_priority(state, source); };
    // Of what is thinned on purpose, told to those receivers alone.
    std::optional<wire::Gap> gap;
    EdgeCopies copies;
    const bool awaited = flow.is_ordered();
    const bool captures = flow.kind == base::FlowKind::capture;
    const bool for_all = fan_out.is_for_all(flow);
    for (auto* receiver : fan_out.receivers()) {
        if (receiver == &session || (!for_all && !fan_out.is_for(*receiver, flow))) continue;
        if (!receiver->wanted.proxy.passes(thinned, fragment.data.size(), receiver->link, priority_of, now)) {
            if (!awaited || fragment.index != 0 || !says_gaps(receiver->link)) continue;
            if (!gap) gap = gap_of(fragment);
            if (gap && send_control(receiver->link, *gap)) parts_.sessions.touch(*receiver);
            continue;
        }
        auto shim = captures ? fan_out.coordination().handle_forward(*receiver, flow, now) : wire::Shim{};
        if (receiver->peer.edge) {
            copies.add(*receiver, std::move(shim));
            continue;
        }
        std::ignore = receiver->link.send_fragment(
            {encoded, flow.priority, now + remaining, fragment.flags, tag, awaited, !captures, std::move(shim)}, now);
        parts_.sessions.touch(*receiver);
    }
    if (!copies.empty()) copies.send({fragment, flow.priority, remaining, awaited}, parts_.sessions, now);
}

void MessageForwarder::handle_key_frame_request(RelaySession& session, const wire::KeyFrameRequest& request,
                                                base::LocalTime now) {
    auto* conference = session.home;
    if (conference == nullptr || !conference->fan_out().admits(session)) return;
    const auto* flow = conference->state().find_open(request.flow);
    if (flow == nullptr || !conference->fan_out().is_for(session, *flow)) return;
    const auto chosen = session.wanted.proxy.sizes().size_of({request.flow, request.sender});
    const auto size = request.small ? base::PictureSize::small : chosen.value_or(base::PictureSize::large);
    if (!conference->fan_out().claim_key_frame_request({request.flow, request.sender}, size, now)) return;
    for (const auto index : conference->fan_out().sessions()) {
        auto& sender = parts_.sessions.at(index);
        if (sender.member != request.sender || !conference->fan_out().admits(sender)) continue;
        const bool small = size == base::PictureSize::small && sender.wanted.sizes.contains(request.flow);
        std::ignore = send_control(sender.link, wire::KeyFrameRequest{request.flow, request.sender, small});
        parts_.sessions.touch(index);
    }
}

/// For the history alone, unless somebody asked for one just now.
void MessageForwarder::request_key_frame(RelaySession& sender, base::FlowId flow, base::PictureSize size,
                                         base::LocalTime now) {
    if (!sender.home->fan_out().claim_key_frame_request({flow, sender.member}, size, now)) return;
    std::ignore =
        send_control(sender.link, wire::KeyFrameRequest{flow, sender.member, size == base::PictureSize::small});
    parts_.sessions.touch(sender);
}

bool MessageForwarder::handle_order(RelaySession& session, const wire::ControlMessage& message, base::LocalTime now) {
    const auto* report = std::get_if<wire::DelayReport>(&message);
    const auto* gap = std::get_if<wire::Gap>(&message);
    const auto* causes = std::get_if<wire::Causes>(&message);
    if (report == nullptr && gap == nullptr && causes == nullptr) return false;
    auto* conference = session.attached ? session.home : nullptr;
    if (conference == nullptr || !conference->fan_out().admits(session)) return true;
    if (causes != nullptr) {
        tell_noted_gaps(session);
        if (conference->fan_out().is_in(session, causes->conversation)) session.limits.causes = *causes;
        return true;
    }
    if (report != nullptr) {
        // The next one says what this one would have.
        if (!session.limits.delay_reports.take(now)) return true;
        if (const auto advice = conference->order().take_delay(session, *report, now))
            tell(*conference, report->conversation, nullptr, wire::DelayAdvice{report->conversation, *advice});
        return true;
    }
    const auto* flow = conference->state().find(gap->flow);
    const bool own = flow != nullptr && gap->sender == session.member && conference->fan_out().is_for(session, *flow);
    // Who is not told waits until the message's deadline.
    if (own && flow->is_ordered() && session.limits.gaps.take(now))
        tell(*conference, flow->conversation, &session, *gap);
    return true;
}

void MessageForwarder::tell(RelayConference& conference, base::ConversationId conversation, const RelaySession* but,
                            const wire::ControlMessage& message) {
    for (auto* receiver : conference.fan_out().receivers()) {
        if (receiver == but || !conference.fan_out().is_in(*receiver, conversation) || !says_gaps(receiver->link))
            continue;
        std::ignore = send_control(receiver->link, message);
        parts_.sessions.touch(*receiver);
    }
}

void MessageForwarder::handle_dropped(RelaySession& session, const link::FragmentDropped& dropped,
                                      base::LocalTime now) {
    auto* conference = session.home;
    if (conference == nullptr || !conference->fan_out().admits(session)) return;
    const auto fragment = link::decode_fragment(*dropped.frame);
    const auto* flow = conference->state().find(fragment.flow);
    if (flow == nullptr || !flow->is_ordered()) return;
    // Nobody waits for it any longer.
    const auto interval = log::interval_of(conference->state(), flow->conversation);
    if (time_of(*conference, now) - fragment.sent_at > interval.most || !says_gaps(session.link)) return;
    const auto gap = conference->order().contexts().gap_of(fragment);
    if (!gap) return;
    const auto relayed = link::decode_relayed(*dropped.frame);
    if (!relayed || !session.peer.edge) {
        std::ignore = send_control(session.link, *gap);
        return;
    }
    const auto slots = slots_of(*relayed);
    for (auto* receiver : conference->fan_out().receivers()) {
        const auto& edge = receiver->peer.edge;
        if (!edge || edge->edge() != session.peer.edge->edge() || std::ranges::find(slots, edge->slot()) == slots.end())
            continue;
        std::ignore = send_control(receiver->link, *gap);
        parts_.sessions.touch(*receiver);
    }
}

} // namespace plenum::node
