// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/flow/stream_id.h"
#include "core/link/link.h"
#include "core/wire/control.h"
#include "core/wire/frames.h"
#include "core/wire/message.h"

#include <deque>
#include <map>
#include <optional>

namespace plenum::node {

/// Whether the control stream has so little under way that a gap said now is heard in time.
[[nodiscard]] inline bool says_gaps(const link::Link& link) {
    constexpr std::uint64_t waiting_max = 2048;
    const auto progress = link.stream_progress(base::PriorityClass::control);
    return progress.written - progress.acknowledged < waiting_max;
}

/// What to say of a reliable message that goes to nobody; nullopt where it has no place in an order.
[[nodiscard]] std::optional<wire::Gap> gap_of(const wire::ReliableMessage& message);
/// The same of a live message, by its first fragment.
[[nodiscard]] std::optional<wire::Gap> gap_of(const wire::FragmentFrame& first);

/// The causal contexts of what was sent last, for whoever drops some of it and says so. A context stands in a
/// message's first fragment.
class ContextBook {
  public:
    /// The first of several fragments.
    void note(const wire::FragmentFrame& first);
    /// What to say of the message whose fragment is dropped; nullopt if that is not known any more, or was asked for
    /// the same message just before.
    [[nodiscard]] std::optional<wire::Gap> gap_of(const wire::FragmentFrame& dropped);

  private:
    /// As many messages of a stream are in a queue at once, at most, where anybody wants them still.
    static constexpr std::size_t kept_max = 32;
    struct Stream {
        std::deque<std::pair<base::SequenceNumber, wire::Gap>> recent;
        base::SequenceNumber said{};
    };
    std::map<flow::StreamId, Stream> streams_;
};

} // namespace plenum::node
