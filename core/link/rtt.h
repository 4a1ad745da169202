// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

namespace plenum::link {

/// Round-trip time of a path (RFC 9002 §5).
class RttEstimator {
  public:
    /// One exchange took `sample`; the peer says that `acknowledgement_delay` of it was its own.
    void add(base::Duration sample, base::Duration acknowledgement_delay);

    [[nodiscard]] bool has_sample() const { return has_sample_; }
    [[nodiscard]] base::Duration smoothed() const { return smoothed_; }
    [[nodiscard]] base::Duration variance() const { return variance_; }
    [[nodiscard]] base::Duration latest() const { return latest_; }
    [[nodiscard]] base::Duration min() const { return min_; }
    /// §6.2.1: how long to wait for any acknowledgement before asking.
    [[nodiscard]] base::Duration probe_timeout() const;

  private:
    /// Until there is a sample. RFC 9002 §6.2.2 says 333 ms for the sake of congested paths; a probe too many costs
    /// nothing here, a first message lost and late is seen.
    static constexpr base::Duration initial = std::chrono::milliseconds{100};

    bool has_sample_{false};
    base::Duration smoothed_{initial};
    base::Duration variance_{initial / 2};
    base::Duration latest_{initial};
    base::Duration min_{base::Duration::max()};
};

} // namespace plenum::link
