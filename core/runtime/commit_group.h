// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstddef>

namespace plenum::runtime {

/// When what is to be kept is committed: the first at once, what follows it together (security.md, Store). Each commit
/// costs a wait for the disk, whatever stands in it; people wait for what stands in it, whatever else does.
class CommitGroup {
  public:
    /// Nothing waits longer for others, and no more than so many together.
    static constexpr base::Duration delay_max = base::Duration{25'000'000};
    static constexpr std::size_t items_max = 32;

    void handle_put(std::size_t items, base::LocalTime now) {
        if (items == 0) return;
        if (items_ == 0) due_ = std::max(now, next_at_);
        items_ += items;
        if (items_ >= items_max) due_ = now;
    }
    void handle_commit(base::LocalTime now) {
        items_ = 0;
        due_ = base::local_time_max;
        next_at_ = now + delay_max;
    }
    /// Local_time_max while nothing waits.
    [[nodiscard]] base::LocalTime due() const { return due_; }

  private:
    std::size_t items_{0};
    base::LocalTime due_{base::local_time_max};
    /// Before, others are waited for.
    base::LocalTime next_at_{};
};

} // namespace plenum::runtime
