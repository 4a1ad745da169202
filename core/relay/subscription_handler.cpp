// SPDX-License-Identifier: Apache-2.0
#include "core/relay/subscription_handler.h"

#include "core/peer/hello.h"
#include "core/peer/source_gone.h"
#include "core/relay/relay_conference.h"

#include <algorithm>
#include <set>

namespace plenum::node {
namespace {

using Rate = std::optional<std::uint32_t>;

/// What this receiver leaves the publisher to send; absent is everything.
Rate rate_left(const RelaySession& receiver, tag::Subscriber::Source source) {
    const auto* wanted = receiver.wanted.proxy.subscriber().find(source);
    return wanted != nullptr && wanted->place == tag::ProxyPlace::publisher ? wanted->rate_hz : std::nullopt;
}

/// The most that anybody wants; absent is everything, also where nobody is there to say.
Rate demand_for(RelayConference& conference, const RelaySession& publisher, const log::FlowDeclaration& flow) {
    Rate most;
    for (const auto* receiver : conference.fan_out().entered()) {
        if (receiver == &publisher || !receiver->attached || !conference.fan_out().is_for(*receiver, flow)) continue;
        const auto rate = rate_left(*receiver, {flow.flow, publisher.member});
        if (!rate) return std::nullopt;
        most = std::max(most, rate);
    }
    return most;
}

} // namespace

bool SubscriptionHandler::handle(RelaySession& session, const wire::Subscribe& subscribe, base::LocalTime now) {
    const auto place = base::to_enum<tag::ProxyPlace>(subscribe.place);
    if (!place) return false;
    auto* conference = session.attached ? session.home : nullptr;
    // The flow or the sender may just have gone.
    if (conference == nullptr || conference->state().find_open(subscribe.flow) == nullptr) return true;
    const tag::Subscriber::Source source{subscribe.flow, subscribe.sender};
    auto& subscriber = session.wanted.proxy.subscriber();
    const tag::Subscription wanted{subscribe.rate_hz, *place, subscribe.small};
    if (wanted.is_everything() && subscribe.sender.value() == 0) {
        subscriber.unsubscribe(source);
    } else if (!subscriber.subscribe(source, wanted)) {
        // The member forgets those who left by itself, and says nothing of it.
        subscriber.unsubscribe_if([&](tag::Subscriber::Source each) { return is_gone(conference->state(), each); });
        if (!subscriber.subscribe(source, wanted)) return false;
    }
    session.wanted.untold.insert(subscribe.flow);
    tell_publishers(session, now);
    return true;
}

bool SubscriptionHandler::handle(RelaySession& session, const wire::OfferSizes& offer) {
    auto* conference = session.attached ? session.home : nullptr;
    const auto* flow = conference == nullptr ? nullptr : conference->state().find_open(offer.flow);
    // It may just have gone.
    if (flow == nullptr) return true;
    if (flow->kind != base::FlowKind::video) return false;
    std::erase_if(session.wanted.sizes,
                  [&](const auto& each) { return conference->state().find_open(each.first) == nullptr; });
    if (offer.two) {
        session.wanted.sizes.try_emplace(offer.flow);
    } else if (session.wanted.sizes.erase(offer.flow) > 0) {
        // For those who had the small one.
        std::ignore = send_control(session.link, wire::KeyFrameRequest{offer.flow, session.member, false});
        sessions_.touch(session);
    }
    return true;
}

void SubscriptionHandler::review_sizes(RelaySession& session, base::FlowId id, base::LocalTime now) {
    const auto offered = session.wanted.sizes.find(id);
    if (offered == session.wanted.sizes.end() || session.home == nullptr || !offered->second.is_due(now)) return;
    const auto* flow = session.home->state().find_open(id);
    if (flow == nullptr) return;
    auto& fan_out = session.home->fan_out();
    const tag::SizeChoice::Source source{id, session.member};
    base::PictureSizes needed;
    base::PictureSizes key_frames;
    for (auto* receiver : fan_out.receivers()) {
        if (receiver == &session || !fan_out.is_for(*receiver, *flow)) continue;
        auto& sizes = receiver->wanted.proxy.sizes();
        needed.add(sizes.needed(source));
        if (const auto size = sizes.take_key_request(source, now)) key_frames.add(*size);
    }
    const auto told = offered->second.update(needed, now);
    if (told) std::ignore = send_control(session.link, session.wanted.demand_for(id));
    for (const auto size : {base::PictureSize::large, base::PictureSize::small}) {
        if (!key_frames.has(size) || !fan_out.claim_key_frame_request(source, size, now)) continue;
        std::ignore =
            send_control(session.link, wire::KeyFrameRequest{id, session.member, size == base::PictureSize::small});
    }
    sessions_.touch(session);
}

/// For each publisher all receivers are looked at, so nobody may ask for that without end. A gallery of many tiles
/// changes all of them at once, on few flows: the last word of each flow counts, a little later.
void SubscriptionHandler::tell_publishers(RelaySession& session, base::LocalTime now) {
    auto& untold = session.wanted.untold;
    auto* conference = session.attached ? session.home : nullptr;
    if (conference == nullptr) return untold.clear();
    while (!untold.empty() && session.limits.subscriptions.take(now))
        tell_publishers(*conference, untold.extract(untold.begin()).value());
}

void SubscriptionHandler::handle_change(RelayConference& conference) {
    std::set<base::FlowId> flows;
    for (const auto* session : conference.fan_out().entered()) {
        for (const auto& [source, wanted] : session->wanted.proxy.subscriber().subscriptions())
            if (wanted.place == tag::ProxyPlace::publisher) flows.insert(source.first);
        for (const auto& [flow, rate] : session->wanted.demand_told)
            flows.insert(flow);
    }
    for (const auto flow : flows)
        tell_publishers(conference, flow);
}

void SubscriptionHandler::tell_publishers(RelayConference& conference, base::FlowId id) {
    const auto* flow = conference.state().find_open(id);
    for (auto* publisher : conference.fan_out().entered()) {
        const bool may_send = flow != nullptr && publisher->attached && conference.fan_out().is_for(*publisher, *flow);
        const auto rate = may_send ? demand_for(conference, *publisher, *flow) : std::nullopt;
        const auto told = publisher->wanted.demand_told.find(id);
        if ((told == publisher->wanted.demand_told.end() ? Rate{} : told->second) == rate) continue;
        if (rate)
            publisher->wanted.demand_told[id] = *rate;
        else
            publisher->wanted.demand_told.erase(id);
        std::ignore = send_control(publisher->link, publisher->wanted.demand_for(id));
        sessions_.touch(*publisher);
    }
}

} // namespace plenum::node
