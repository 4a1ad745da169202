// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/link/link.h"
#include "core/member/roster.h"
#include "core/tag/sample_histories.h"
#include "core/wire/control_tag.h"
#include "core/wire/message.h"

#include <deque>

namespace plenum::node {

/// The publisher's side of pulls: answers what the relay passes on, out of the messages that this member sealed and
/// sent (push-pull §2.3). They go out as they were: whoever has not the key of that time cannot read them.
class PullResponder {
  public:
    explicit PullResponder(const Roster& roster) : roster_{roster} {}

    void keep(const wire::MessageHeader& header, base::ByteView sealed, base::LocalTime now);
    void handle(const wire::PullRequest& request, link::Link* link);
    /// Answers what the link has room for.
    void pump(link::Link& link, base::LocalTime now);
    void handle_lost() { waiting_.clear(); }
    /// Flows may have been closed, or people moved between groups.
    void handle_entry();
    void expire(base::LocalTime now) { samples_.expire(now); }
    [[nodiscard]] std::size_t bytes() const { return samples_.bytes(); }
    [[nodiscard]] tag::Selected pull(base::FlowId flow, const tag::Pull& what, base::LocalTime now) {
        return samples_.pull({flow, roster_.self()}, what, now);
    }

  private:
    const Roster& roster_;
    tag::SampleHistories samples_{tag::PullError::never_published};
    std::deque<wire::PullRequest> waiting_;
    /// Who is in which group, as far as people are in any.
    std::map<base::MemberIndex, base::ConversationId> groups_;
};

} // namespace plenum::node
