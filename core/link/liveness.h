// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>

namespace plenum::link {

/// Whether the peer is still there. A link never gives up because of loss, only because of silence: first it is
/// suspect, then dead.
class Liveness {
  public:
    /// Least silence that means something; a shorter one is jitter.
    static constexpr base::Duration silent_after = std::chrono::seconds{1};

    Liveness(base::LocalTime now, base::Duration keep_alive_interval, base::Duration dead_after)
        : keep_alive_interval_{keep_alive_interval},
          dead_after_{dead_after},
          heard_at_{now},
          asked_at_{now} {}

    /// Something authentic came; true if the peer had been silent.
    [[nodiscard]] bool handle_heard(base::LocalTime now);
    /// Something went out that the peer must answer.
    void handle_asked(base::LocalTime now);
    /// A sign of life is wanted, whatever else goes out.
    void ask() { wanted_ = true; }
    [[nodiscard]] bool wanted() const { return wanted_; }
    void mark_silent() { silent_ = true; }

    [[nodiscard]] bool silent() const { return silent_; }
    /// Until when the peer was there for certain: `now` while it owes no answer, or was asked nothing for so long that
    /// we must have slept.
    [[nodiscard]] base::LocalTime there_until(base::LocalTime now) const;
    /// When to ask for a sign of life. Whoever talks or listens needs none.
    [[nodiscard]] base::LocalTime keep_alive_at() const;
    /// When silence is to be told; `local_time_max` while nothing is to be answered, or once told.
    [[nodiscard]] base::LocalTime silent_at(base::Duration probe_timeout) const;
    /// When the peer counts as gone; `local_time_max` before it was asked often enough.
    [[nodiscard]] base::LocalTime dead_at() const;

  private:
    /// Questions without an answer before a peer is gone, so that a long sleep of our own does not count as its
    /// silence.
    static constexpr std::uint32_t questions_min = 4;
    /// So many intervals without a question are a sleep.
    static constexpr int intervals_slept = 4;
    [[nodiscard]] bool slept(base::LocalTime now) const {
        return now - asked_at_ > intervals_slept * keep_alive_interval_;
    }

    base::Duration keep_alive_interval_;
    base::Duration dead_after_;
    base::LocalTime heard_at_;
    base::LocalTime asked_at_;
    /// The first question since something was heard: what was not asked for was not withheld.
    base::LocalTime asked_first_at_{};
    /// The first of those that followed each other without a sleep of our own.
    base::LocalTime asking_since_{};
    std::uint32_t unanswered_{0};
    /// From the beginning: the peer shows by its answer that it has the keys.
    bool wanted_{true};
    bool silent_{false};
};

} // namespace plenum::link
