// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/bytes.h"
#include "core/base/units.h"

#include <algorithm>
#include <deque>
#include <ranges>

namespace plenum::flow {

/// The newest messages of one sender on one reliable flow, sealed, for those who were away. Kept by the sender and by
/// relays. Bounded by limits::history_messages_max and history_bytes_max; the oldest go first.
class History {
  public:
    struct Item {
        base::SequenceNumber sequence;
        base::Bytes sealed;
        /// Entries that the log had when the message came: whoever gets it must have these first. 0 at its sender.
        base::LogPosition log_size{};
    };
    enum class Push : std::uint8_t { added = 1, duplicate = 2, gap = 3 };

    /// Adds the next message. `duplicate` is one at or below the last and changes nothing; after a `gap` the history
    /// starts anew with this message.
    Push push(base::SequenceNumber sequence, base::Bytes sealed, base::LogPosition log_size = {});

    /// Precondition: there is one.
    void drop_oldest();
    /// Messages from `next` on go, so that others can come in their place.
    void drop_from(base::SequenceNumber next);
    /// The same message, sealed anew. Precondition: it is there.
    void replace(base::SequenceNumber sequence, base::Bytes sealed);

    /// The first sequence number that is missing: 1 in an empty history.
    [[nodiscard]] base::SequenceNumber next() const { return next_; }
    [[nodiscard]] const std::deque<Item>& items() const { return items_; }
    /// Those from `sequence` on; numbers follow each other without a gap.
    [[nodiscard]] auto from(base::SequenceNumber sequence) const {
        const auto behind = sequence < next_ ? next_.value() - sequence.value() : 0;
        const auto count = std::min<std::size_t>(behind, items_.size());
        return std::ranges::subrange{items_.end() - static_cast<std::ptrdiff_t>(count), items_.end()};
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    std::deque<Item> items_;
    base::SequenceNumber next_{1};
    std::size_t bytes_{0};
};

} // namespace plenum::flow
