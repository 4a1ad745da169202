// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <algorithm>
#include <optional>

/// When the frames of a stream are due.
namespace plenum::media {

/// Puts a frame that is marked with the time of the one before it a frame's length later. Decoders of films whose
/// frames are stored out of order, as AVI has them, mark two with the time of the first.
class RepeatedTimes {
  public:
    /// `at`, or where that is the last frame's time again, `length` later than the last; unknown lengths are 0.
    [[nodiscard]] base::Duration next(base::Duration at, base::Duration length) {
        given_ = told_ == at ? given_ + length : at;
        told_ = at;
        return given_;
    }

    /// What comes next has nothing to do with what came.
    void begin_anew() { told_.reset(); }

  private:
    std::optional<base::Duration> told_;
    base::Duration given_{};
};

/// Thins a stream to at most so many frames a second, evenly where it can.
class RateLimit {
  public:
    explicit RateLimit(int rate_hz) : interval_{base::Duration{1'000'000'000} / rate_hz} {}

    [[nodiscard]] bool pass(base::Duration at) {
        if (next_ - at > 2 * interval_) next_ = at; // it began anew
        if (at < next_ - interval_ / 4) return false;
        next_ = std::max(next_ + interval_, at + interval_ / 2);
        return true;
    }

  private:
    base::Duration interval_;
    base::Duration next_{};
};

} // namespace plenum::media
