// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/storage.h"
#include "core/base/limits.h"
#include "core/flow/history.h"
#include "core/flow/stream_id.h"
#include "core/log/state.h"
#include "core/wire/message.h"

#include <map>

namespace plenum::node {

/// Reliable messages of one conference, as its relay keeps them for those who are behind, and members for a relay that
/// lost them.
class MessageHistory {
  public:
    /// Bytes over all senders and flows.
    static constexpr std::size_t bytes_max = base::limits::conference_history_bytes_max;
    /// Lowers that; the oldest go at once.
    void bound(std::size_t bytes, const log::State* state);

    /// Makes room where needed: of those first who are not in `state`, if there is one, then of whoever holds most, the
    /// oldest first. `log_size`: entries that the log had when it came.
    flow::History::Push push(flow::StreamId stream, base::SequenceNumber sequence, base::Bytes sealed,
                             base::LogPosition log_size, const log::State* state);
    /// Words from `next` on go, so that others can come in their place.
    void drop_from(flow::StreamId stream, base::SequenceNumber next);
    /// Words on flows that are no more go.
    void forget_closed(const log::State& state);
    /// As it was kept by a store.
    void restore(const StoredMessage& word);
    /// Streams whose oldest went since the last call, with the first that is still held.
    [[nodiscard]] std::map<flow::StreamId, base::SequenceNumber> take_shortened() {
        return std::exchange(shortened_, {});
    }
    [[nodiscard]] base::SequenceNumber next(flow::StreamId stream) const;
    /// Whether no more than a stub of it was kept; false where it is held no longer.
    [[nodiscard]] bool refused(flow::StreamId stream, base::SequenceNumber sequence) const;
    [[nodiscard]] const std::map<flow::StreamId, flow::History>& streams() const { return streams_; }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    void make_room(std::size_t bytes, const log::State* state);

    void note_shortened(flow::StreamId stream, const flow::History& history);

    std::map<flow::StreamId, flow::History> streams_;
    std::map<flow::StreamId, base::SequenceNumber> shortened_;
    std::size_t bytes_{0};
    std::size_t bound_{bytes_max};
};

} // namespace plenum::node
