// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace plenum::link {

/// A queue on the path, from when it is seen until it is gone: what cuts of the rate should do to it, and what they do.
class StandingQueue {
  public:
    /// It is seen at this length and this rate.
    void begin(base::Duration length, double rate) {
        length_before_ = length;
        rate_before_ = rate;
    }
    /// Less is sent from now on.
    void begin_draining(base::LocalTime now) { began_ = now; }
    /// The rate is now below what arrives by `part` of it.
    void handle_cut(double part, base::LocalTime now) {
        part_ = part;
        cut_at_ = now;
        after_cut_.reset();
    }
    void note_rate(double rate) { rate_before_ = rate; }
    [[nodiscard]] double rate_before() const { return rate_before_; }

    /// Whether the queue is gone before the cut can have ended it: what was sent before the cut found none, or it was
    /// far too long for what was cut since. Then it was no queue that we made, and none that was worth a cut.
    /// `sent_from`: when the first packet of the window was sent; `drained`: a queue no longer than this is none.
    [[nodiscard]] bool was_none(std::optional<base::LocalTime> sent_from, base::Duration drained) const {
        if (!sent_from) return false;
        return length_before_ > 2 * cut_in(std::max(*sent_from - began_, base::Duration{})) + drained;
    }
    /// Whether a window that was sent from `sent_from` on shows what the last cut did.
    [[nodiscard]] bool shows_cut(std::optional<base::LocalTime> sent_from) const {
        return sent_from && *sent_from >= cut_at_;
    }
    /// After such a window of `span`, with the queue at `length`: from what was sent after the cut on the queue must
    /// become shorter by what was cut, or it was not enough. `part_wanted`: by which part a cut would be now.
    [[nodiscard]] bool cut_was_enough(base::Duration length, base::Duration span, double part_wanted) {
        // What was on its way when the queue was first seen shows only now.
        const bool enough = after_cut_ ? length <= *after_cut_ - cut_in(span) / 4 : part_wanted <= 1.5 * part_;
        after_cut_ = length;
        return enough;
    }

    /// By what queues that no cut ended were above the path's least.
    [[nodiscard]] base::Duration leaps() const { return leaps_; }
    /// It went by itself: the next one that is as long is not believed as easily, until a cut has ended one.
    void note_leap() { leaps_ = std::min<base::Duration>((leaps_ + length_before_) / 2, leaps_max); }
    void clear_leaps() { leaps_ = {}; }

  private:
    /// Most that is added for queues that were none.
    static constexpr base::Duration leaps_max = std::chrono::milliseconds{200};

    [[nodiscard]] base::Duration cut_in(base::Duration span) const {
        return base::Duration{static_cast<std::int64_t>(static_cast<double>(span.count()) / 1e9 * part_ * 1e9)};
    }

    base::Duration length_before_{};
    double rate_before_{0};
    base::LocalTime began_{};
    base::LocalTime cut_at_{};
    double part_{0};
    /// Of the first window whose packets all left after the cut.
    std::optional<base::Duration> after_cut_;
    base::Duration leaps_{};
};

} // namespace plenum::link
