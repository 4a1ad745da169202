// SPDX-License-Identifier: Apache-2.0
#include "core/link/termination.h"

#include <algorithm>

namespace plenum::link {

namespace {

/// How often the close frame is said: at 5 % loss one in 8000 goes unheard.
constexpr int repetitions = 3;
/// Between repetitions. Where an answer is waited for each takes twice as long as the one before, up to the longest.
constexpr base::Duration interval_min = std::chrono::milliseconds{30};
constexpr base::Duration interval_max = std::chrono::milliseconds{500};
/// How long an answer is waited for; who closes many links at once may give up before (plenumd's drain_time_s).
constexpr base::Duration answer_time_max = std::chrono::seconds{60};

} // namespace

bool Termination::end(ClosedBy by, std::optional<wire::CloseReason> reason) {
    if (phase_ != Phase::open) return false;
    phase_ = Phase::closed;
    event_ = Closed{by, reason};
    return true;
}

bool Termination::close(wire::CloseReason reason, ClosedBy by, base::LocalTime now) {
    if (!end(by, reason)) return false;
    say(reason, now);
    if (wire::is_answered(reason)) until_ = now + answer_time_max;
    return true;
}

bool Termination::handle_close(wire::CloseReason reason, base::LocalTime now) {
    const bool ended = end(ClosedBy::peer, reason);
    if (wire::is_answered(reason)) say(wire::CloseReason::leaving, now);
    return ended;
}

void Termination::say(wire::CloseReason reason, base::LocalTime now) {
    phase_ = Phase::closing;
    reason_ = reason;
    repetitions_left_ = repetitions;
    interval_ = interval_min;
    at_ = now;
}

std::optional<wire::CloseFrame> Termination::poll_close(base::LocalTime now, bool can_seal) {
    if (phase_ != Phase::closing || now < at_) return std::nullopt;
    if (!can_seal || (until_ && *until_ <= now)) {
        phase_ = Phase::closed;
        return std::nullopt;
    }
    at_ = now + interval_;
    if (until_)
        interval_ = std::min(2 * interval_, interval_max);
    else if (--repetitions_left_ == 0)
        phase_ = Phase::closed;
    return wire::CloseFrame{reason_};
}

} // namespace plenum::link
