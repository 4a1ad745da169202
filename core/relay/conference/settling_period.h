// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/token/arbiter.h"

#include <optional>

namespace plenum::node {

/// The time after a relay came back, or took a conference over, in which its log does not grow: members who were there
/// may know entries that it lost, and a new one would stand in their place (log_recovery.cpp).
class SettlingPeriod {
  public:
    /// How long members have to come back, where the store gave all that it was given, and where it knows better.
    static constexpr base::Duration settle_time = std::chrono::seconds{5};
    /// And where half of them are back and know no more. A client that waits between two attempts comes within 2.5 s.
    static constexpr base::Duration settle_time_agreed = token::Arbiter::lease;
    static constexpr base::Duration settle_time_behind = std::chrono::seconds{15};

    [[nodiscard]] bool settling() const { return ends_at_.has_value(); }
    /// `behind`: the store, or a member, knew that something is missing.
    void begin_loaded(bool ended, bool behind, base::LocalTime now) {
        if (!ended) ends_at_ = now + (behind ? settle_time_behind : settle_time);
        agreed_due_ = ends_at_ && !behind;
        if (agreed_due_) agreed_at_ = now + settle_time_agreed;
        grown_ = false;
    }
    void begin_restored(base::LocalTime now) {
        grown_ = false;
        ends_at_ = now + settle_time_behind;
    }
    void begin_takeover(base::LocalTime now) {
        ends_at_ = now + settle_time_behind;
        agreed_at_ = now + settle_time;
        agreed_due_ = true;
        grown_ = false;
    }
    /// A member gave an entry that was missing: half of them are no longer enough.
    void handle_given() {
        agreed_at_.reset();
        agreed_due_ = false;
    }
    void end() {
        ends_at_.reset();
        handle_given();
    }
    /// From `there` members who were present, `missed` are not back.
    [[nodiscard]] bool is_over(std::ptrdiff_t there, std::ptrdiff_t missed, base::LocalTime now) const {
        if (!ends_at_ || now < waits_for_standby_until_) return false;
        const bool agreed = agreed_at_ && now >= *agreed_at_ && 2 * missed <= there;
        // Nobody was there who could know more, unless this is an old log of a conference that went on.
        return now >= *ends_at_ || (there > 0 && (missed == 0 || agreed));
    }
    /// From now on it depends on who comes.
    void handle_wakeup(base::LocalTime now) { agreed_due_ = agreed_at_ && now < *agreed_at_; }
    /// Precondition: it settles.
    [[nodiscard]] base::LocalTime next_wakeup() const {
        return std::max(waits_for_standby_until_, agreed_due_ ? *agreed_at_ : *ends_at_);
    }
    /// Nobody's grant is revoked before.
    [[nodiscard]] base::LocalTime decides_from(base::LocalTime now) const {
        const auto from = ends_at_.value_or(now);
        return agreed_at_ ? std::min(from, *agreed_at_) : from;
    }

    /// The standby may have entries that this log lacks: it is asked before, or the time for that is over.
    void wait_for_standby(base::LocalTime until) {
        waits_for_standby_until_ = std::max(waits_for_standby_until_, until);
    }
    void handle_standby_heard() { waits_for_standby_until_ = {}; }

    /// An entry was added. Until then, entries that a member holds and this log lacks can still be put in their place.
    void note_growth() { grown_ = true; }
    [[nodiscard]] bool may_be_given() const { return !grown_; }

  private:
    std::optional<base::LocalTime> ends_at_;
    /// From when on half of those who were there are enough; absent where the store, or a member, knew better.
    std::optional<base::LocalTime> agreed_at_;
    bool agreed_due_{false};
    base::LocalTime waits_for_standby_until_{};
    bool grown_{true};
};

} // namespace plenum::node
