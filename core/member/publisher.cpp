// SPDX-License-Identifier: Apache-2.0
#include "core/member/publisher.h"

#include <algorithm>

namespace plenum::node {
namespace {

bool is_captured(const Publish& message, base::LocalTime now) {
    return message.captured_at > base::LocalTime{} && message.captured_at <= now;
}

} // namespace

std::expected<void, CommandError> Publisher::publish(const Publish& message, link::Link* link, base::LocalTime now) {
    if (!roster_.keys().ring().can_seal()) return std::unexpected{CommandError::wrong_state};
    const auto* declaration = roster_.state().find_open(message.flow);
    const bool known = declaration != nullptr && message.flow != log::pulse_flow_id;
    if (!known) return std::unexpected{CommandError::unknown_flow};
    const bool reliable = !declaration->loss_delay;
    if (const auto permitted = may_publish(message, *declaration); !permitted) return permitted;
    if (!reliable && !subscriptions_.is_demanded(message, *declaration, now))
        return std::unexpected{CommandError::not_wanted};
    // Messages that were held back go first.
    const bool wait = must_wait(*declaration, now) || (reliable && holds(message.flow));
    if (wait && reliable) {
        held_.push_back(message);
        sent_.defer(message.flow);
    } else {
        stamp_and_send(message, *declaration, wait ? nullptr : link, now);
    }
    return {};
}

std::expected<void, CommandError> Publisher::may_send(const log::FlowDeclaration& flow) const {
    const auto* self = roster_.self_member();
    if (self == nullptr || !roster_.state().reaches(flow, *self)) return std::unexpected{CommandError::not_in_group};
    if (!epoch_for(flow.flow)) return std::unexpected{CommandError::no_token};
    return {};
}

std::expected<void, CommandError> Publisher::may_publish(const Publish& message,
                                                         const log::FlowDeclaration& declaration) const {
    if (message.body.size() > declaration.message_bytes_max) return std::unexpected{CommandError::too_large};
    if (const auto may = may_send(declaration); !may) return may;
    if (pulse_.forked()) return std::unexpected{CommandError::suspended};
    const bool full = !declaration.loss_delay && !streams_.has_room_for(message, held_.size());
    if (full) return std::unexpected{CommandError::queue_full};
    return {};
}

bool Publisher::must_wait(const log::FlowDeclaration& flow, base::LocalTime now) const {
    return roster_.keys().must_wait(flow, roster_.state(), now) || pulse_.suspended();
}

bool Publisher::holds(base::FlowId flow) const { return std::ranges::find(held_, flow, &Publish::flow) != held_.end(); }

std::optional<base::TokenEpoch> Publisher::epoch_for(base::FlowId flow) const {
    const auto* token = roster_.state().tokens.find(flow);
    if (token == nullptr) return base::TokenEpoch{};
    const auto epoch = token->epoch_of(roster_.self());
    return epoch && sent_.is_closed(token->id, *epoch) ? std::nullopt : epoch;
}

void Publisher::stamp_and_send(const Publish& message, const log::FlowDeclaration& declaration, link::Link* link,
                               base::LocalTime now) {
    const bool clock_known = scheduler_.read_clock(link, now);
    const auto& clock = scheduler_.clock();
    const bool captured = is_captured(message, now);
    const MessageStamp stamp{sent_.take_number(message.flow), clock.at(captured ? message.captured_at : now),
                             message.flags.alone(), epoch_for(message.flow).value_or(base::TokenEpoch{}), captured};
    if (declaration.loss_delay) {
        outbox_.event(MessagePublished{message.flow, stamp.sequence, stamp.sent_at});
        // Live messages say when they were sent, or are worth nothing.
        if (clock_known) live_.publish(message, stamp, declaration, *link, now);
        return;
    }
    live_.send_bundles_before(declaration, link, now);
    auto header = header_of({message.flow, roster_.self()}, declaration, stamp);
    if (auto* order = scheduler_.orders().of(declaration)) order->stamp(header, captured, clock.at(now));
    outbox_.event(MessagePublished{message.flow, stamp.sequence, header.sent_at});
    tracer_.trace(base::TraceEvent::Kind::send, header);
    streams_.add(message, header, now);
    if (link != nullptr) streams_.pump(*link);
}

void Publisher::publish_held(base::LocalTime now) {
    // A member that is out takes them along to its next membership.
    const bool out = roster_.self_member() == nullptr;
    if (held_.empty() || out || roster_.keys().must_wait(now) || pulse_.suspended()) return;
    sent_.handle_deferred();
    for (auto& message : std::exchange(held_, {})) {
        const auto* flow = roster_.state().find_open(message.flow);
        const auto may = flow == nullptr ? std::unexpected{CommandError::unknown_flow} : may_send(*flow);
        if (may && must_wait(*flow, now)) {
            sent_.defer(message.flow);
            held_.push_back(std::move(message));
        } else if (may) {
            stamp_and_send(message, *flow, nullptr, now);
        } else {
            outbox_.event(CommandRefused{CommandKind::of<Publish>(), may.error(), message.flow, {}});
        }
    }
}

std::vector<Publish> Publisher::unconfirmed() const {
    auto messages = streams_.unconfirmed();
    messages.insert(messages.end(), held_.begin(), held_.end());
    return messages;
}

} // namespace plenum::node
