// SPDX-License-Identifier: Apache-2.0
#include "core/relay/pull_handler.h"

#include "core/peer/hello.h"
#include "core/peer/pull_messages.h"
#include "core/relay/relay_conference.h"
#include "core/tag/subscription.h"

namespace plenum::node {

using tag::PullError;

bool PullHandler::handle(RelaySession& session, const wire::PullRequest& request, base::LocalTime now) {
    const auto place = base::to_enum<tag::ProxyPlace>(request.place);
    if (!place || place == tag::ProxyPlace::subscriber || !pull_of(request)) return false;
    if (!session.attached || session.home == nullptr) return true;
    auto& pulls = session.wanted.pulls;
    if (pulls.waiting.size() >= base::limits::pulls_max || !pulls.rate.take(now))
        send_refusal(session.link, request.request, PullError::busy);
    else
        pulls.waiting.push_back(request);
    pump(session, now);
    return true;
}

void PullHandler::answer_waiting(RelaySession& session, base::LocalTime now) {
    auto& pulls = session.wanted.pulls;
    if (pulls.asked) {
        const auto* publisher = sessions_.find(pulls.asked->publisher);
        const bool gone = publisher == nullptr || !publisher->attached;
        if (!gone && now < pulls.asked->until) return;
        refuse_asked(session, gone ? PullError::unreachable : PullError::no_answer);
    }
    // By way of an edge an answer may overtake entries by much, and without them it proves nothing.
    if (session.peer.edge && session.home != nullptr && !session.home->catch_up().has_arrived(session)) return;
    while (!pulls.waiting.empty() && !pulls.asked && has_room_for_answer(session.link)) {
        const auto request = pulls.waiting.front();
        pulls.waiting.pop_front();
        answer(session, request, now);
    }
}

void PullHandler::answer(RelaySession& session, const wire::PullRequest& request, base::LocalTime now) {
    auto& conference = *session.home;
    const auto* flow = conference.state().find_open(request.flow);
    const bool allowed = flow != nullptr && flow->loss_delay && flow->flow != log::pulse_flow_id && session.attached &&
                         conference.fan_out().admits(session) && conference.fan_out().is_for(session, *flow);
    if (!allowed) return send_refusal(session.link, request.request, PullError::not_allowed);
    if (request.place == static_cast<std::uint8_t>(tag::ProxyPlace::relay))
        return send_answer(session.link, request.request,
                           conference.archive().live().pull({request.flow, request.sender}, *pull_of(request), now));
    auto* publisher = conference.fan_out().session_of(request.sender);
    if (publisher == nullptr) return send_refusal(session.link, request.request, PullError::unreachable);
    forward(session, *publisher, request, now);
}

void PullHandler::forward(RelaySession& session, RelaySession& publisher, wire::PullRequest request,
                          base::LocalTime now) {
    const auto number = std::exchange(next_, next_.next());
    session.wanted.pulls.asked = {publisher.index, number, request.request, now + base::limits::pull_forward_patience};
    asked_[number] = session.index;
    request.request = number;
    if (!send_control(publisher.link, request)) return refuse_asked(session, PullError::unreachable);
    sessions_.touch(publisher);
}

RelaySession* PullHandler::find_asker(const RelaySession& publisher, base::PullId request) {
    const auto found = asked_.find(request);
    auto* session = found == asked_.end() ? nullptr : sessions_.find(found->second);
    const bool sound = session != nullptr && session->wanted.pulls.asked &&
                       session->wanted.pulls.asked->number == request &&
                       session->wanted.pulls.asked->publisher == publisher.index;
    return sound ? session : nullptr;
}

void PullHandler::handle(const RelaySession& publisher, const wire::PullRefused& refused) {
    auto* session = find_asker(publisher, refused.request);
    if (session != nullptr)
        refuse_asked(*session, base::to_enum<PullError>(refused.why).value_or(PullError::bad_answer));
}

void PullHandler::handle_part(const RelaySession& publisher, base::ByteView message) {
    auto part = wire::decode<wire::PulledPart>(message);
    auto* session = part ? find_asker(publisher, part->request) : nullptr;
    if (session == nullptr) return;
    auto& asked = *session->wanted.pulls.asked;
    ++asked.parts;
    asked.bytes += part->data.size();
    const bool fits = asked.bytes <= base::limits::pull_answer_bytes_max && asked.parts <= pull_parts_max;
    if (!fits || !session->attached) return refuse_asked(*session, PullError::bad_answer);
    part->request = asked.request;
    const bool sent = session->link.send_stream(base::PriorityClass::bulk, wire::encode(*part)).has_value();
    if (!sent) return refuse_asked(*session, PullError::busy);
    if (part->samples_left == 0 && part->bytes_left == 0) finish(*session);
    sessions_.touch(*session);
}

void PullHandler::refuse_asked(RelaySession& session, PullError why) {
    send_refusal(session.link, session.wanted.pulls.asked->request, why);
    finish(session);
    sessions_.touch(session);
}

void PullHandler::finish(RelaySession& session) {
    if (session.wanted.pulls.asked) asked_.erase(session.wanted.pulls.asked->number);
    session.wanted.pulls.asked.reset();
}

} // namespace plenum::node
