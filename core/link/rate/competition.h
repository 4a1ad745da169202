// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <cstdint>

namespace plenum::link {

/// Whether others fill the queue of the path. A queue that stays though we send less counts as theirs. Then every ten
/// seconds something less is sent for a moment: a queue of our own gets shorter by that, one of others does not.
class Competition {
  public:
    /// Of the rate, less while it looks.
    static constexpr double look_part = 0.3;

    /// A queue stands, and less is sent from now on. `rtt`: the least.
    void begin_draining(base::LocalTime now, base::Duration rtt) {
        outlasts_at_ = now + std::max(patience, patience_round_trips * rtt);
    }
    /// It stays though we send less, for so long that it counts as others'.
    [[nodiscard]] bool outlasts(base::LocalTime now) const { return now >= outlasts_at_; }

    /// Others are there now, and are expected to come back for some time.
    void remember(base::LocalTime now) { others_until_ = now + others_memory; }
    void forget(base::LocalTime now) { others_until_ = now; }
    /// A queue is theirs until a look says otherwise.
    [[nodiscard]] bool expected(base::LocalTime now) const { return now < others_until_; }

    /// The next look, or the end of this one, is due.
    [[nodiscard]] bool due(base::LocalTime now) const { return now >= look_at_; }
    [[nodiscard]] bool looking() const { return looking_; }
    void postpone(base::LocalTime now) { look_at_ = now + look_interval; }
    void begin_look(base::Duration queue, base::Duration rtt, base::LocalTime now) {
        looking_ = true;
        queue_before_ = queue;
        look_at_ = now + rtt + look_length(rtt);
    }
    /// Whether the queue became shorter by what was sent less.
    [[nodiscard]] bool end_look(base::Duration queue, base::Duration rtt, base::LocalTime now) {
        looking_ = false;
        postpone(now);
        const auto seconds = static_cast<double>(look_length(rtt).count()) / 1e9;
        const base::Duration expected{static_cast<std::int64_t>(seconds * look_part * 1e9)};
        return queue + expected / 2 <= queue_before_;
    }

  private:
    /// How long a queue may stay though we send less before it counts as others'.
    static constexpr base::Duration patience = std::chrono::milliseconds{1500};
    static constexpr int patience_round_trips = 12;
    static constexpr base::Duration others_memory = std::chrono::seconds{20};
    static constexpr base::Duration look_time = std::chrono::milliseconds{400};
    static constexpr base::Duration look_interval = std::chrono::seconds{10};

    [[nodiscard]] static base::Duration look_length(base::Duration rtt) { return std::max(look_time, rtt); }

    base::LocalTime outlasts_at_{};
    base::LocalTime others_until_{};
    base::LocalTime look_at_{};
    bool looking_{false};
    base::Duration queue_before_{};
};

} // namespace plenum::link
