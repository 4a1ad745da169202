// SPDX-License-Identifier: Apache-2.0
#include "core/member/submitter.h"

#include "core/peer/hello.h"

#include <algorithm>

namespace plenum::node {

Submitter::Submitter(Options options, Roster& roster, MessagePipeline& messages, RelayConnection& relay, Outbox& outbox)
    : roster_{roster},
      orders_{messages.scheduler.orders()},
      relay_{relay},
      lobby_{roster, outbox},
      duties_{
          roster, lobby_, messages.sent, std::move(options.random), outbox, options.floor_styles, options.checkpoints} {
}

void Submitter::flush(base::LocalTime now) {
    auto* link = relay_.attached_link();
    if (link == nullptr) return;
    if (!std::exchange(stirred_, false) && now < duties_at_) return;
    const auto at = relay_.conference_time(now);
    lobby_.update(at, now);
    for (const auto& exchange : lobby_.take_refusals())
        std::ignore = send_control(*link, wire::RefuseKnock{exchange});
    if (const auto operation = duties_.poll_submission(at, now)) {
        auto bytes = wire::encode(*operation);
        roster_.note_signed(bytes);
        if (auto causes = at ? orders_.causes_of(*operation, *at) : std::nullopt)
            std::ignore = send_control(*link, std::move(*causes));
        if (!send_control(*link, wire::Submit{std::move(bytes)})) duties_.handle_unsent();
    }
    duties_at_ = duties_.next_wakeup();
}

base::LocalTime Submitter::next_wakeup() const {
    if (relay_.attached_link() == nullptr) return base::local_time_max;
    return std::min(duties_at_, lobby_.next_wakeup());
}

} // namespace plenum::node
