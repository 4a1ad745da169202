// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <utility>

namespace plenum::link {

/// When feedback is overdue (as the nofeedback timer of RFC 5348 §4.4), and which losses an interruption explains.
class FeedbackTimer {
  public:
    explicit FeedbackTimer(base::LocalTime now) : due_at_{now} {}

    /// Something was sent that will be acknowledged.
    void handle_sent(base::LocalTime at, base::Duration rtt) {
        if (std::exchange(awaited_, true)) return;
        due_at_ = at + wait(rtt);
    }
    /// `sent_at`: of the packet that it is about.
    void handle_feedback(base::LocalTime sent_at) {
        awaited_ = false;
        if (std::exchange(cut_off_, false)) cut_off_until_ = sent_at;
    }
    [[nodiscard]] bool awaited() const { return awaited_; }
    [[nodiscard]] bool overdue(base::LocalTime now) const { return awaited_ && due_at_ <= now; }
    [[nodiscard]] base::LocalTime due_at() const { return due_at_; }
    /// The path counts as cut; waits as long again.
    void handle_overdue(base::LocalTime from, base::Duration rtt) {
        cut_off_ = true;
        due_at_ = from + wait(rtt);
    }
    /// Whether a loss tells something of the path: not what had been sent until something came through after a cut.
    [[nodiscard]] bool tells(base::LocalTime sent_at) const { return !cut_off_ && sent_at >= cut_off_until_; }

  private:
    /// Without an answer for so long, and for four round trips, feedback is overdue.
    static constexpr base::Duration silence = std::chrono::milliseconds{400};
    [[nodiscard]] static base::Duration wait(base::Duration rtt) { return std::max(4 * rtt, silence); }

    bool awaited_{false};
    base::LocalTime due_at_;
    bool cut_off_{false};
    base::LocalTime cut_off_until_{};
};

} // namespace plenum::link
