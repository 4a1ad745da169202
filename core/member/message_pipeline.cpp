// SPDX-License-Identifier: Apache-2.0
#include "core/member/message_pipeline.h"

#include <algorithm>

namespace plenum::node {
namespace {

constexpr base::Duration health_interval = std::chrono::seconds{1};

} // namespace

MessagePipeline::MessagePipeline(Roster& roster, Outbox& outbox, base::LocalTime now)
    : pulse{roster, outbox},
      sealer{roster},
      subscriptions{roster, outbox},
      scheduler{roster, outbox, subscriptions, received},
      streams{roster, outbox, sealer},
      responder{roster},
      puller{roster, outbox, sealer, scheduler.clock(), received, responder},
      live{roster, sent, outbox, sealer, pulse, scheduler, responder},
      publisher{roster, sent, outbox, pulse, scheduler, subscriptions, streams, live},
      receiver{roster, outbox, sealer, pulse, scheduler},
      health_at{now + health_interval} {}

void MessagePipeline::handle_entry(std::vector<TokenChanged> changes, const std::optional<wire::Causes>& causes,
                                   const link::Link* link, base::LocalTime now) {
    if (causes) scheduler.read_clock(link, now);
    pulse.handle_entry(now);
    if (scheduler.follow_log()) {
        receiver.forget_closed();
        streams.forget_closed();
        subscriptions.forget_closed();
        puller.forget_closed();
    }
    responder.handle_entry();
    scheduler.handle_entry(std::move(changes), causes, now);
    receiver.handle_entry(now);
}

void MessagePipeline::pump(link::Link& link, base::LocalTime now) {
    publisher.publish_held(now);
    live.send_pulse(link, now);
    streams.pump(link);
    receiver.heard_messages().pump(link);
    responder.pump(link, now);
}

void MessagePipeline::report_health(RelayConnection& relay, Outbox& outbox, base::LocalTime now) {
    if (now < health_at) return;
    health_at = now + health_interval;
    received.expire(now);
    responder.expire(now);
    if (relay.is_attached()) pulse.handle_wakeup(now);
    auto* link = relay.link();
    const auto clock = link == nullptr ? std::nullopt : link->clock(now);
    if (!clock) return;
    if (relay.is_attached()) scheduler.orders().report(*link, outbox);
    const auto stats = link->stats();
    const auto& in = receiver.counters();
    const auto& out = scheduler.counters();
    outbox.event(LinkHealth{stats.rtt, stats.rtt_min, stats.loss_permille, *clock, out.received,
                            in.discarded + out.discarded, in.undecryptable, in.refused + out.refused, stats.pace_rate});
}

base::LocalTime MessagePipeline::next_wakeup() const {
    return std::min({puller.next_wakeup(), receiver.next_wakeup(), scheduler.orders().next_wakeup(), health_at});
}

void MessagePipeline::add_load(NodeLoad& load) const {
    load.history_bytes += receiver.heard_messages().bytes() + streams.bytes() + received.bytes() + responder.bytes();
    load.reassembly_bytes += receiver.reassembly_bytes();
}

} // namespace plenum::node
