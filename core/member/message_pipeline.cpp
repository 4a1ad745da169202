// SPDX-License-Identifier: Apache-2.0
#include "core/member/message_pipeline.h"

#include <algorithm>

namespace plenum::node {

MessagePipeline::MessagePipeline(Roster& roster, SentMessages& sent, Outbox& outbox)
    : pulse{roster, outbox},
      sealer{roster},
      scheduler{roster, outbox},
      streams{roster, outbox, sealer},
      live{roster, sent, outbox, sealer, pulse, scheduler},
      publisher{roster, sent, outbox, pulse, scheduler, streams, live},
      receiver{roster, outbox, sealer, pulse, scheduler} {}

void MessagePipeline::handle_entry(std::vector<TokenChanged> changes, const std::optional<wire::Causes>& causes,
                                   const link::Link* link, base::LocalTime now) {
    if (causes) scheduler.read_clock(link, now);
    pulse.handle_entry(now);
    if (scheduler.follow_log()) {
        receiver.forget_closed();
        streams.forget_closed();
    }
    scheduler.handle_entry(std::move(changes), causes, now);
    receiver.handle_entry(now);
}

void MessagePipeline::pump(link::Link& link, base::LocalTime now) {
    publisher.publish_held(now);
    live.send_pulse(link, now);
    streams.pump(link);
    receiver.heard_messages().pump(link);
}

base::LocalTime MessagePipeline::next_wakeup() const {
    return std::min(receiver.next_wakeup(), scheduler.orders().next_wakeup());
}

void MessagePipeline::add_load(NodeLoad& load) const {
    load.history_bytes += receiver.heard_messages().bytes() + streams.bytes();
    load.reassembly_bytes += receiver.reassembly_bytes();
}

} // namespace plenum::node
