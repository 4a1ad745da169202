// SPDX-License-Identifier: Apache-2.0
#include "core/member/submitter.h"

#include "core/peer/hello.h"

namespace plenum::node {

Submitter::Submitter(Options options, Roster& roster, MessagePipeline& messages, RelayConnection& relay, Outbox& outbox)
    : roster_{roster},
      orders_{messages.scheduler.orders()},
      relay_{relay},
      lobby_{roster, outbox},
      duties_{
          roster, lobby_, messages.sent, std::move(options.random), outbox, options.floor_styles, options.checkpoints} {
}

void Submitter::submit_due(link::Link& link, base::LocalTime now) {
    const auto at = relay_.conference_time(now);
    lobby_.update(at, now);
    for (const auto& exchange : lobby_.take_refusals())
        std::ignore = send_control(link, wire::RefuseKnock{exchange});
    if (const auto operation = duties_.poll_submission(at, now)) {
        auto bytes = wire::encode(*operation);
        roster_.note_signed(bytes);
        if (auto causes = at ? orders_.causes_of(*operation, *at) : std::nullopt)
            std::ignore = send_control(link, std::move(*causes));
        if (!send_control(link, wire::Submit{std::move(bytes)})) duties_.handle_unsent();
    }
    duties_at_ = duties_.next_wakeup();
}

} // namespace plenum::node
