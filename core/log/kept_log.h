// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/state.h"

#include <deque>
#include <memory>

namespace plenum::log {

/// What stands for all entries below `position`, that of a checkpoint.
struct Covered {
    base::LogPosition position{};
    /// Encoded (checkpoint.h).
    base::Bytes state;
    /// Members below joined before it.
    base::MemberIndex next_member{};
};

/// What a node keeps of a control log: all of it before there is a checkpoint; then the state that the newest one
/// covers, and the entries from it on. Those between the last two checkpoints stay too, for whoever is a little behind.
class KeptLog {
  public:
    /// Behind the last one.
    void push(base::Bytes entry);
    /// The newest entry is a checkpoint, of this state.
    void cover(base::Bytes state, base::MemberIndex next_member);
    /// Of an empty one: what covers all before the first entry, the checkpoint's, which is to be pushed next.
    void begin(Covered covered);
    /// Entries from `size` on were never told to anybody. Precondition: those of the newest checkpoint were.
    void truncate(base::LogPosition size);

    [[nodiscard]] base::LogPosition size() const { return base::LogPosition{first_.value() + entries_.size()}; }
    [[nodiscard]] bool empty() const { return entries_.empty(); }
    /// Of the oldest entry held.
    [[nodiscard]] base::LogPosition first() const { return first_; }
    [[nodiscard]] bool holds(base::LogPosition position) const { return position >= first_ && position < size(); }
    /// Precondition: holds(position).
    [[nodiscard]] const base::Bytes& at(base::LogPosition position) const;
    /// Null before the first checkpoint.
    [[nodiscard]] const std::shared_ptr<const Covered>& covered() const { return covered_; }
    /// Where somebody begins who has nothing: the newest checkpoint, or genesis.
    [[nodiscard]] base::LogPosition beginning() const { return covered_ ? covered_->position : base::LogPosition{}; }
    /// Entries, and their bytes, that a newcomer has to read: from the beginning on.
    [[nodiscard]] std::size_t entries_since_beginning() const { return size().value() - beginning().value(); }
    [[nodiscard]] std::size_t bytes_since_beginning() const { return bytes_; }

  private:
    base::LogPosition first_{};
    std::deque<base::Bytes> entries_;
    std::shared_ptr<const Covered> covered_;
    std::size_t bytes_{0};
};

} // namespace plenum::log
