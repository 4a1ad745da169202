// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>

namespace plenum::node {

/// Submissions of one act that the relay has not refused. An act that the log does not show in time is submitted again
/// under another number, and a relay that stood still finds both: it takes the first and refuses the second, whose
/// refusal then says nothing of the act.
class Unanswered {
  public:
    void add(std::uint64_t author_sequence) { numbers_.insert(author_sequence); }
    [[nodiscard]] bool any() const { return !numbers_.empty(); }
    [[nodiscard]] bool contains(std::uint64_t author_sequence) const { return numbers_.contains(author_sequence); }
    void clear() { numbers_.clear(); }
    /// `shown`: the newest number of this author in the log, which takes them by rising number.
    [[nodiscard]] bool is_taken(std::uint64_t shown) const { return !numbers_.empty() && *numbers_.begin() <= shown; }
    /// True if an earlier submission stands: the relay answers in order, so it took what it did not refuse.
    [[nodiscard]] bool refuse(std::uint64_t author_sequence) {
        numbers_.erase(author_sequence);
        return !numbers_.empty() && *numbers_.begin() < author_sequence;
    }

  private:
    std::set<std::uint64_t> numbers_;
};

} // namespace plenum::node
