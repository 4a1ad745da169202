// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/units.h"

#include <algorithm>
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
    /// Senders known at once.
    static constexpr std::size_t senders_max = 10'000;
    /// So far beyond the newest member a sender is believed to be about to join.
    static constexpr std::uint32_t newcomers_max = 64;

    /// Null where it is not there.
    [[nodiscard]] Stream* find(base::MemberIndex sender);
    /// Null where there are too many.
    [[nodiscard]] Stream* find_or_add(base::MemberIndex sender);
    /// Null for who left, and for who cannot be there.
    [[nodiscard]] Stream* find_or_foresee(base::MemberIndex sender);
    /// So many members there are at least.
    void note_member(base::MemberIndex member) { newest_member_ = std::max(newest_member_, member); }
    /// Who left goes once nothing of theirs is held: then, or when those who left are looked at again.
    void forget(base::MemberIndex sender) {
        departed_.push_back(sender);
        erase_departed();
    }
    void erase_departed() {
        if (!departed_.empty()) std::erase_if(departed_, [&](base::MemberIndex sender) { return erase(sender); });
    }
    [[nodiscard]] std::size_t size() const { return index_.size(); }

  private:
    struct Item {
        base::MemberIndex sender{};
        std::unique_ptr<Stream> stream;
    };
    /// False while something of theirs is held.
    [[nodiscard]] bool erase(base::MemberIndex sender);

    /// Ascending.
    std::vector<Item> index_;
    std::vector<base::MemberIndex> departed_;
    base::MemberIndex newest_member_{};
};

} // namespace plenum::conversation
