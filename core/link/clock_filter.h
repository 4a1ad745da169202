// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/link/clock_trend.h"
#include "core/wire/frames.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <optional>

namespace plenum::link {

/// The conference's clock out of four-timestamp exchanges (RFC 5905 §8), with a bound that holds.
///
/// One exchange asks at t1, is received at t2, answered at t3 and back at t4. The answer's clock minus ours is at most
/// t2 − t1 and at least t3 − t4, since neither way takes less than nothing. Afterwards the clocks drift apart, so both
/// bounds move outwards with age. Each way is judged for itself: of the last exchanges the fastest way there gives the
/// upper bound, the fastest way back the lower one, whether or not one exchange had both. The offset is taken from the
/// middle of the bounds that count where the clocks drift as they are seen to (`ClockTrend`), since that one is wrong
/// by half of what the fastest ways of a minute differ by. Averaging was the alternative: smoother, but with unequal
/// ways its result has no bound.
class ClockFilter {
  public:
    /// Each of the two clocks may be wrong by 200 ppm (protocol.md §2, Clock), in opposite directions.
    static constexpr std::int64_t drift_ppm = 400;
    /// An exchange of no wider bound is taken at once. A wider one waits for another that began after it: both may well
    /// be slow, but that both spanned a pause is unlikely.
    static constexpr base::Duration trusted_at_once = std::chrono::milliseconds{250};
    /// Between requests while the doubt is large, or where they ride along; while it is small; where nobody would
    /// notice it.
    static constexpr base::Duration interval_first = std::chrono::milliseconds{75};
    static constexpr base::Duration interval_uneven = std::chrono::milliseconds{250};
    static constexpr base::Duration interval_even = std::chrono::seconds{1};

    /// Asks with `t1`; the answer is taken only if it names a request that is open.
    [[nodiscard]] wire::ClockRequestFrame make_request(base::LocalTime t1);
    /// False if it answers no open request, or cannot be (less than no time on the way): then nothing changed.
    bool handle_response(const wire::ClockResponseFrame& response, base::LocalTime t4);
    /// Nullopt until one exchange is known to have spanned no pause of either program: its bound would be as long.
    [[nodiscard]] std::optional<base::ClockOffset> offset(base::LocalTime now) const;
    /// By how much it is likely wrong at most: by more once in `wrong_once_in`. That is far less than its bound where
    /// many delays are known: how near the fastest way came to the fastest that there can be tell those behind it, for
    /// it lies before them as they lie before each other.
    /// `clock`: what `offset` said.
    [[nodiscard]] base::Duration doubt(const base::ClockOffset& clock) const {
        return std::min(doubt_, clock.error_max);
    }
    static constexpr double wrong_once_in = 100'000;
    /// How long after one request the next is due: many exchanges find a fast way.
    [[nodiscard]] base::Duration interval() const;
    /// The same in a datagram that leaves anyway.
    [[nodiscard]] base::Duration interval_riding() const;

  private:
    /// Between which the offset lies, at `taken_at`.
    struct Sample {
        base::Duration least;
        base::Duration most;
        base::LocalTime taken_at;

        [[nodiscard]] base::Duration least_at(base::LocalTime now) const;
        [[nodiscard]] base::Duration most_at(base::LocalTime now) const;
    };
    void keep(const Sample& sample);
    void find_tightest(base::LocalTime now);
    /// Now that the last answer came; nullopt before the first.
    [[nodiscard]] std::optional<base::Duration> doubt_last() const;

    static constexpr std::size_t requests_max = 128;
    /// At least so many are kept, and up to so many of those that are fresh.
    static constexpr std::size_t samples_least = 16;
    static constexpr std::size_t samples_max = 256;
    /// After so long, drift has eaten what most of them tell.
    static constexpr base::Duration fresh = std::chrono::seconds{16};

    std::deque<base::LocalTime> requests_;
    std::deque<Sample> samples_;
    /// The tightest at either end. All bounds move alike, so they stay that until the next sample.
    std::optional<Sample> least_;
    std::optional<Sample> most_;
    ClockTrend trend_{drift_ppm * 1e-6};
    base::Duration doubt_{};
    std::optional<base::LocalTime> first_answered_at_;
    bool trusted_{false};
};

} // namespace plenum::link
