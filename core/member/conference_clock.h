// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <optional>

namespace plenum::node {

/// The conference's clock as a member knows it, from one link to the next.
///
/// A new link knows little of its delays, and its first bound is wide. Where the link before had compared clocks for
/// longer, and not long ago, what it said still holds, with a bound that drift widens; it is kept until the new one's
/// is tighter, or contradicts it: then the relay's clock is another.
class ConferenceClock {
  public:
    /// What a link says at `now`, and by how much that is likely wrong at most. True where times that were told by the
    /// clock should be told anew.
    bool take(const base::ClockOffset& clock, base::Duration doubt, base::LocalTime now);
    /// Whether a link's word was taken at this very time.
    [[nodiscard]] bool is_of(base::LocalTime now) const { return offset_ && taken_at_ == now; }

    /// Nullopt before the first.
    [[nodiscard]] const std::optional<base::ClockOffset>& offset() const { return offset_; }
    [[nodiscard]] base::Duration doubt() const { return doubt_; }
    /// Zero before the first.
    [[nodiscard]] base::ConferenceTime at(base::LocalTime now) const {
        return offset_ ? offset_->to_conference(now) : base::ConferenceTime{};
    }

    /// Whether so much time may have gone by since `sent_at`, for all that is known of the clock; never where that is
    /// zero, which says that the sender knew no time.
    [[nodiscard]] bool may_be_over(base::ConferenceTime sent_at, base::Duration lifetime, base::LocalTime now) const;

    /// Clocks that differ by less are the same for whatever waits.
    static constexpr base::Duration step = std::chrono::milliseconds{1};
    /// So long after its last word the link before is believed.
    static constexpr base::Duration kept = std::chrono::seconds{10};

  private:
    [[nodiscard]] bool knew_better(const base::ClockOffset& clock, base::LocalTime now) const;

    std::optional<base::ClockOffset> offset_;
    base::Duration doubt_{};
    base::LocalTime taken_at_{};
    /// As it was when `take` gave true last.
    base::Duration told_value_{};
    base::Duration told_doubt_{};
};

} // namespace plenum::node
