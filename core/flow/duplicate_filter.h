// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/wire/frames.h"

#include <deque>
#include <set>
#include <tuple>

namespace plenum::flow {

/// Which of one sender's newest fragments came before: for whoever passes them on and does not put them together.
class DuplicateFilter {
  public:
    /// Enough for the fragments of the largest message.
    static constexpr std::size_t fragments_max = 1024;
    static_assert(fragments_max >= base::limits::fragments_per_message_max);

    /// True the first time.
    [[nodiscard]] bool pass(const wire::FragmentFrame& fragment);

  private:
    using Key = std::tuple<base::FlowId, base::SequenceNumber, std::uint64_t>;
    std::set<Key> seen_;
    /// The same, oldest first.
    std::deque<Key> order_;
};

} // namespace plenum::flow
