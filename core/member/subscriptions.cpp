// SPDX-License-Identifier: Apache-2.0
#include "core/member/subscriptions.h"

#include "core/peer/hello.h"
#include "core/peer/source_gone.h"

namespace plenum::node {

std::expected<void, CommandError> Subscriptions::handle(const Subscribe& command, link::Link* link) {
    const auto* flow = roster_.state().find_open(command.flow);
    if (flow == nullptr || flow->spec().reliable()) return std::unexpected{CommandError::unknown_flow};
    if (command.sender.value() != 0 && roster_.state().find(command.sender) == nullptr)
        return std::unexpected{CommandError::unknown_person};
    const tag::Subscriber::Source source{command.flow, command.sender};
    if (command.sender.value() == 0 && command.wanted.is_everything())
        subscriber_.unsubscribe(source);
    else if (!subscriber_.subscribe(source, command.wanted))
        return std::unexpected{CommandError::queue_full};
    if (link != nullptr) std::ignore = send(*link, source, command.wanted);
    return {};
}

bool Subscriptions::send(link::Link& link, tag::Subscriber::Source source, const tag::Subscription& subscription) {
    return send_control(link, wire::Subscribe{source.first, source.second, subscription.rate_hz,
                                              static_cast<std::uint8_t>(subscription.place), subscription.small});
}

std::expected<void, CommandError> Subscriptions::handle(const OfferSizes& command, link::Link* link) {
    const auto* flow = roster_.state().find_open(command.flow);
    if (flow == nullptr || flow->kind != base::FlowKind::video) return std::unexpected{CommandError::unknown_flow};
    const bool known = two_sizes_.contains(command.flow);
    if (command.two == known) return {};
    if (command.two)
        two_sizes_.emplace(command.flow, FlowDemand{}.sizes);
    else
        two_sizes_.erase(command.flow);
    if (link != nullptr) std::ignore = send_control(*link, wire::OfferSizes{command.flow, command.two});
    return {};
}

void Subscriptions::handle_attached(link::Link& link) {
    demand_ = {};
    for (const auto& [source, subscription] : subscriber_.subscriptions())
        std::ignore = send(link, source, subscription);
    for (auto& [flow, wanted] : two_sizes_) {
        std::ignore = send_control(link, wire::OfferSizes{flow, true});
        // A new session begins with these.
        const auto before = std::exchange(wanted, FlowDemand{}.sizes);
        if (before != wanted) outbox_.event(FlowDemand{flow, {}, wanted});
    }
}

void Subscriptions::handle(const wire::Demand& demand) {
    const tag::Subscriber::Source own{demand.flow, roster_.self()};
    if (demand.rate_hz)
        std::ignore = demand_.subscribe(own, {demand.rate_hz, tag::ProxyPlace::publisher});
    else
        demand_.unsubscribe(own);
    if (const auto offered = two_sizes_.find(demand.flow); offered != two_sizes_.end()) offered->second = demand.sizes;
    outbox_.event(FlowDemand{demand.flow, demand.rate_hz, demand.sizes});
}

void Subscriptions::handle(const wire::FlowExcess& excess) { outbox_.event(FlowExceeded{excess.flow, excess.dropped}); }

void Subscriptions::forget_closed() {
    const auto gone = [this](tag::Subscriber::Source source) { return is_gone(roster_.state(), source); };
    subscriber_.unsubscribe_if(gone);
    demand_.unsubscribe_if(gone);
    std::erase_if(two_sizes_, [this](const auto& each) { return roster_.state().find_open(each.first) == nullptr; });
}

bool Subscriptions::thin_received(const wire::MessageHeader& header, base::SequenceNumber sequence) {
    const auto* flow = roster_.state().find(header.flow);
    return flow == nullptr ||
           subscriber_.passes(
               {{header.flow, header.sender}, flow->kind, sequence, header.sent_at, header.flags.alone()},
               tag::ProxyPlace::subscriber);
}

bool Subscriptions::thin_own(const Publish& message, const log::FlowDeclaration& flow, base::LocalTime now) {
    auto& number = offered_[message.flow];
    number = number.next();
    // Differences alone count: any clock will do.
    const auto taken_at = message.captured_at > base::LocalTime{} ? message.captured_at : now;
    const base::ConferenceTime at{taken_at.time_since_epoch()};
    return demand_.passes({{message.flow, roster_.self()}, flow.kind, number, at, message.flags},
                          tag::ProxyPlace::publisher);
}

} // namespace plenum::node
