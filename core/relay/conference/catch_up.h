// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/relay/conference/fan_out.h"
#include "core/relay/conference/order_relay.h"
#include "core/relay/conference/sequencer.h"

namespace plenum::node {

/// Hands each session the log entries and reliable messages that it lacks, as fast as its link takes them
/// (docs/checkpoints.md). A message follows once the entries before it have arrived, so that its sender and its key are
/// known.
class CatchUp {
  public:
    CatchUp(const Sequencer& sequencer, const Archive& archive, const OrderRelay& order, const FanOut& fan_out)
        : sequencer_{sequencer},
          archive_{archive},
          order_{order},
          fan_out_{fan_out} {}

    /// Entries below are for this session; a member no longer gets those up to where they left. 0: a stranger.
    [[nodiscard]] base::LogPosition log_end(const RelaySession& session) const;
    /// Whether a session that has nothing begins at the newest checkpoint.
    [[nodiscard]] bool begins_at_checkpoint(const RelaySession& session, base::LogPosition next) const;
    void begin(RelaySession& session, const wire::Attach& attach, base::LogPosition end) const;
    /// True if something was left. A session that fell too far behind is closed: it comes again.
    bool pump(RelaySession& session, base::LocalTime now) const;
    /// Whether all entries that may be told have arrived, as of the last pump.
    [[nodiscard]] bool has_arrived(const RelaySession& session) const;

  private:
    [[nodiscard]] bool pump_all(RelaySession& session, base::LocalTime now) const;
    /// False until all of the state is on its way.
    [[nodiscard]] bool pump_state(RelaySession& session) const;
    [[nodiscard]] bool pump_log(RelaySession& session) const;
    [[nodiscard]] bool pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history) const;

    const Sequencer& sequencer_;
    const Archive& archive_;
    const OrderRelay& order_;
    const FanOut& fan_out_;
};

} // namespace plenum::node
