// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/wire/frames.h"

#include <array>
#include <cstddef>
#include <deque>
#include <optional>

namespace plenum::link {

/// The conference's clock out of four-timestamp exchanges (RFC 5905 §8), with a bound that holds.
///
/// One exchange asks at t1, is received at t2, answered at t3 and back at t4. The answer's clock minus ours lies within
/// ((t2 − t1) + (t3 − t4)) / 2 ± ((t4 − t1) − (t3 − t2)) / 2 however unequal the two ways are, since neither way takes
/// less than nothing. Afterwards the clocks drift apart, so the bound grows with age. Of the last exchanges the one
/// whose bound is tightest now is taken: one of little delay stays the best until drift has eaten its advantage.
/// Averaging was the alternative: smoother, but with unequal ways its result has no bound.
class ClockFilter {
  public:
    /// Each of the two clocks may be wrong by 200 ppm (protocol.md §2, Clock), in opposite directions.
    static constexpr std::int64_t drift_ppm = 400;
    /// An exchange of no wider bound is taken at once. A wider one waits for another that began after it: both may well
    /// be slow, but that both spanned a pause is unlikely.
    static constexpr base::Duration trusted_at_once = std::chrono::milliseconds{250};

    /// Asks with `t1`; the answer is taken only if it names a request that is open.
    [[nodiscard]] wire::ClockRequestFrame make_request(base::LocalTime t1);
    /// False if it answers no open request, or cannot be (less than no time on the way): then nothing changed.
    bool handle_response(const wire::ClockResponseFrame& response, base::LocalTime t4);
    /// Nullopt until one exchange is known to have spanned no pause of either program: its bound would be as long.
    [[nodiscard]] std::optional<base::ClockOffset> offset(base::LocalTime now) const {
        return best_ && trusted_ ? std::optional{best_->at(now)} : std::nullopt;
    }

  private:
    struct Sample {
        base::Duration offset;
        base::Duration error; ///< at `taken_at`
        base::LocalTime taken_at;

        [[nodiscard]] base::ClockOffset at(base::LocalTime now) const;
    };
    static constexpr std::size_t requests_max = 8;
    static constexpr std::size_t samples_max = 16;

    std::deque<base::LocalTime> requests_;
    std::deque<Sample> samples_;
    /// The tightest. All bounds grow alike, so it stays that until the next sample.
    std::optional<Sample> best_;
    std::optional<base::LocalTime> first_answered_at_;
    bool trusted_{false};
};

} // namespace plenum::link
