// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/token/arbiter.h"

#include <optional>

namespace plenum::node {

/// A member's own lease, by its own clock: whoever hears nothing of the relay for as long as a holder may be silent is
/// heard by nobody either, and what it holds counts as lost.
class OwnLease {
  public:
    /// For so long the relay must have been there again until it is not over any more: by then it has said what became
    /// of the token meanwhile.
    static constexpr base::Duration reading_time = std::chrono::milliseconds{500};

    /// `heard_until`: nullopt while the relay is there. Whether it is over, where that changed.
    [[nodiscard]] std::optional<bool> handle(std::optional<base::LocalTime> heard_until, base::LocalTime now) {
        const bool there = !heard_until;
        if (there != there_) changes_at_ = there ? now + reading_time : *heard_until + token::Arbiter::lease;
        there_ = there;
        if (there_ != over_) changes_at_ = base::local_time_max;
        if (now < changes_at_) return std::nullopt;
        changes_at_ = base::local_time_max;
        over_ = !there_;
        return over_;
    }
    /// The relay is there, and was all the time: nothing is to be done while that stays so.
    [[nodiscard]] bool runs() const { return there_ && !over_; }
    [[nodiscard]] base::LocalTime next_wakeup() const { return changes_at_; }

  private:
    bool there_{true};
    bool over_{false};
    base::LocalTime changes_at_{base::local_time_max};
};

} // namespace plenum::node
