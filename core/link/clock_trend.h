// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <chrono>
#include <cstddef>
#include <deque>
#include <optional>

namespace plenum::link {

/// The likely offset of another clock, out of bounds of a minute. As the clocks drift apart, the bounds by the fastest
/// ways there and back lie on two lines, each an edge of a convex hull (Moon, Skelly and Towsley, INFOCOM 1999). Their
/// slope is the drift, so that bounds from a while ago still count.
///
/// How well the slope is known follows from how far other bounds lie behind the lines, and from how much the two slopes
/// differ: by much after a clock changed its rate.
class ClockTrend {
  public:
    /// By what the two clocks may drift apart at most, in nanoseconds a nanosecond.
    explicit ClockTrend(double drift_max) : drift_max_{drift_max} {}

    /// The offset lay between these at `at`. Times do not fall.
    void add(base::Duration least, base::Duration most, base::LocalTime at);
    /// The other clock is another one now.
    void clear();
    /// After the first bounds.
    [[nodiscard]] base::Duration offset(base::LocalTime now) const {
        return (least_at(least_, now) + most_at(most_, now)) / 2;
    }

  private:
    struct Bound {
        base::LocalTime at;
        base::Duration offset;
    };
    /// The tightest bound at either end, of a second.
    struct Span {
        base::LocalTime begin;
        Bound least;
        Bound most;
    };
    /// Slopes are in nanoseconds a nanosecond.
    struct Line {
        double slope{0};
        /// By how much the slope may likely be wrong.
        double unsure{0};
    };
    static constexpr base::Duration span_length = std::chrono::seconds{1};
    static constexpr std::size_t spans_max = 64;
    static constexpr std::size_t spans_least = 4;
    /// That much is never known of quartz.
    static constexpr double unknown = 2e-6;

    [[nodiscard]] base::Duration least_at(const Bound& bound, base::LocalTime now) const {
        return bound.offset + grow(now - bound.at, least_drift_);
    }
    [[nodiscard]] base::Duration most_at(const Bound& bound, base::LocalTime now) const {
        return bound.offset + grow(now - bound.at, most_drift_);
    }
    [[nodiscard]] static base::Duration grow(base::Duration time, double drift) {
        return base::Duration{static_cast<base::Duration::rep>(static_cast<double>(time.count()) * drift)};
    }
    void find_drift();
    void find_tightest(base::LocalTime now);
    [[nodiscard]] std::optional<Line> line_of(Bound Span::* bound, int sign) const;

    double drift_max_;
    /// How the offset is likely to grow.
    double least_drift_{-drift_max_};
    double most_drift_{drift_max_};
    std::deque<Span> spans_;
    /// The tightest: all move alike.
    Bound least_{};
    Bound most_{};
};

} // namespace plenum::link
