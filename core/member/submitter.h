// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/member/duties.h"
#include "core/member/message_pipeline.h"
#include "core/member/relay_connection.h"

#include <algorithm>

namespace plenum::node {

/// Submits to the relay what duties and lobby have to say. Looks at them only at their time, or after something came or
/// was asked for: sound and pictures make nothing due.
class Submitter {
  public:
    struct Options {
        crypto::SeededRandom random;
        std::span<const base::PluginDescriptor> floor_styles{};
        CheckpointInterval checkpoints{};
    };
    Submitter(Options options, Roster& roster, MessagePipeline& messages, RelayConnection& relay, Outbox& outbox);

    /// Something may have become due.
    void stir() { stirred_ = true; }
    [[nodiscard]] Lobby& lobby() { return lobby_; }
    [[nodiscard]] Duties& duties() { return duties_; }
    /// On a link that is attached.
    void flush(link::Link& link, base::LocalTime now) {
        if (std::exchange(stirred_, false) || now >= duties_at_) submit_due(link, now);
    }
    /// Never while nothing can be submitted.
    [[nodiscard]] base::LocalTime next_wakeup() const {
        return relay_.attached_link() == nullptr ? base::local_time_max : std::min(duties_at_, lobby_.next_wakeup());
    }

  private:
    void submit_due(link::Link& link, base::LocalTime now);

    Roster& roster_;
    ConversationOrders& orders_;
    RelayConnection& relay_;
    Lobby lobby_;
    Duties duties_;
    bool stirred_{true};
    /// When the duties have something to do though nothing stirs them.
    base::LocalTime duties_at_{base::local_time_max};
};

} // namespace plenum::node
