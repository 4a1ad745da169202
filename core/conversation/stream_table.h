// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace plenum::conversation {

/// A message in the buffer; used again for another once this one was handed over.
using Slot = std::uint32_t;

/// One sender's messages in a conversation, as one receiver knows of them.
struct Stream {
    base::MemberIndex sender{};
    /// Whether it is known where it stands. Of one that began before this receiver was there it is not, until a message
    /// was waited for to its deadline.
    bool begun{true};
    /// The first that is not settled: neither handed over, nor given up, nor said never to come.
    base::Ordinal next{1};
    /// Up to here nobody waits any more for what is not here.
    base::Ordinal forgone{};
    /// The largest that a message or a gap of this sender's had.
    base::Ordinal newest{};
    /// Its messages in the buffer, ascending.
    std::vector<std::pair<base::Ordinal, Slot>> held;
    /// Gaps that wait, in the order they were told of.
    std::vector<Slot> gaps;
    /// Others' messages that wait for this sender's, and for which.
    std::vector<std::pair<base::Ordinal, Slot>> waiters;

    /// Whether nothing up to `ordinal` is waited for.
    [[nodiscard]] bool settled(base::Ordinal ordinal) const {
        return ordinal < next || (ordinal <= forgone && (held.empty() || held.front().first > ordinal));
    }
};

/// Streams by sender. Addresses stay.
class StreamTable {
  public:
    [[nodiscard]] Stream* find(base::MemberIndex sender);
    /// Precondition: it is not there.
    Stream& add(base::MemberIndex sender);
    void erase(base::MemberIndex sender);
    [[nodiscard]] std::size_t size() const { return index_.size(); }

  private:
    struct Item {
        base::MemberIndex sender{};
        std::unique_ptr<Stream> stream;
    };
    /// Ascending.
    std::vector<Item> index_;
};

} // namespace plenum::conversation
