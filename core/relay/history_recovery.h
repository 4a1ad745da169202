// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <chrono>
#include <optional>
#include <set>

namespace plenum::node {

/// After a relay came back: whom it asks for what others said who left, one after the other, those who came first
/// before the others, since they heard most. A crowd that gave everything at once would say it as many times. Whoever
/// spoke and is still there gives it themselves; when someone leaves, all are asked again.
class HistoryRecovery {
  public:
    /// For so long after the start; who has not come back by then and is not waited for any longer has left long since.
    static constexpr base::Duration patience = std::chrono::seconds{60};
    /// For one who was asked.
    static constexpr base::Duration turn = std::chrono::seconds{10};

    void begin(base::LocalTime now) { until_ = now + patience; }
    [[nodiscard]] bool open(base::LocalTime now) const { return now < until_; }
    [[nodiscard]] bool may_ask(base::LocalTime now) const { return open(now) && !giver_; }
    [[nodiscard]] bool was_asked(base::MemberIndex member) const { return asked_.contains(member); }
    void ask(base::MemberIndex member, base::SessionIndex session, base::LocalTime now) {
        asked_.insert(member);
        giver_ = session;
        turn_ends_ = now + turn;
    }
    [[nodiscard]] bool gives(base::SessionIndex session) const { return giver_ == session; }
    /// Gave everything, or is gone.
    void handle_done(base::SessionIndex session) {
        if (giver_ == session) giver_.reset();
    }
    void expire(base::LocalTime now) {
        if (now >= turn_ends_) giver_.reset();
    }
    void handle_left() { asked_.clear(); }
    [[nodiscard]] base::LocalTime next_wakeup() const { return giver_ ? turn_ends_ : base::local_time_max; }

  private:
    base::LocalTime until_{base::LocalTime::min()};
    std::set<base::MemberIndex> asked_;
    std::optional<base::SessionIndex> giver_;
    base::LocalTime turn_ends_{};
};

} // namespace plenum::node
