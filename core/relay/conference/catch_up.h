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
    CatchUp(const Sequencer& sequencer, const Archive& archive, const OrderRelay& order, FanOut& fan_out)
        : sequencer_{sequencer},
          archive_{archive},
          order_{order},
          fan_out_{fan_out} {}

    /// Entries below are for this session; a member no longer gets those up to where they left. 0: a stranger.
    [[nodiscard]] base::LogPosition log_end(const RelaySession& session) const;
    /// Whether a session that has nothing begins at the newest checkpoint.
    [[nodiscard]] bool begins_at_checkpoint(const RelaySession& session, base::LogPosition next) const;
    void begin(RelaySession& session, const wire::Attach& attach, base::LogPosition end, base::LocalTime now) const;
    /// True if something was left. A session that fell too far behind is closed: it comes again.
    bool pump(RelaySession& session, base::LocalTime now) const;
    /// Whether all entries that may be told have arrived, as of the last pump.
    [[nodiscard]] bool has_arrived(const RelaySession& session) const;
    /// An edge lacks a body that its session was referred to. A session whose body is no longer kept is closed.
    void answer(RelaySession& session, const wire::BodyReference& wanted, base::LocalTime now) const;

  private:
    [[nodiscard]] bool pump_all(RelaySession& session, base::LocalTime now) const;
    /// False until all of the state is on its way.
    [[nodiscard]] bool pump_state(RelaySession& session) const;
    [[nodiscard]] bool pump_log(RelaySession& session, base::LocalTime now) const;
    [[nodiscard]] bool pump_history(RelaySession& session, flow::StreamId stream, const flow::History& history,
                                    base::LocalTime now) const;
    [[nodiscard]] bool send_entry(RelaySession& session, base::LocalTime now) const;
    [[nodiscard]] bool send_message(RelaySession& session, const log::FlowDeclaration& flow,
                                    const wire::ReliableMessage& message, base::LocalTime now) const;
    /// To a session that an edge relays. `lacks`: whether another session is to be handed the same.
    template <class Lacks>
    [[nodiscard]] bool send_relayed(RelaySession& session, const BodyKey& key, base::PriorityClass stream,
                                    base::ByteView message, const Lacks& lacks, base::LocalTime now) const;
    [[nodiscard]] base::Bytes find(const BodyKey& key) const;

    const Sequencer& sequencer_;
    const Archive& archive_;
    const OrderRelay& order_;
    FanOut& fan_out_;
};

} // namespace plenum::node
