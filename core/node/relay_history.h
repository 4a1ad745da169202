// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/flow/history.h"
#include "core/log/state.h"
#include "core/node/relay_session.h"
#include "core/wire/control.h"
#include "core/wire/message.h"

#include <map>

namespace plenum::node {

/// Reliable messages of one conference, as its relay keeps them for those who are behind.
class RelayHistory {
  public:
    /// Bytes over all senders and flows.
    static constexpr std::size_t bytes_max = base::limits::conference_history_bytes_max;
    /// Lowers that; the oldest go at once.
    void bound(std::size_t bytes, const log::State& state);

    /// Makes room where needed: of those who left first, then of whoever holds most, the oldest first.
    void push(StreamId stream, base::SequenceNumber sequence, base::Bytes sealed, const log::State& state);
    [[nodiscard]] base::SequenceNumber next(StreamId stream) const;
    /// What is held of one member's own streams.
    [[nodiscard]] std::vector<wire::StreamPosition> positions(base::MemberIndex member) const;
    [[nodiscard]] const std::map<StreamId, flow::History>& streams() const { return streams_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    void make_room(std::size_t bytes, const log::State& state);

    std::map<StreamId, flow::History> streams_;
    std::size_t bytes_{0};
    std::size_t bound_{bytes_max};
};

} // namespace plenum::node
