// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/base/units.h"

#include <map>
#include <optional>

namespace plenum::conversation {

/// At a relay: how long a conversation's messages take to each of its members, and what Δ should cover. A member that
/// says too much makes all wait, within the interval that the flows leave; that is all it can do.
class DelayBook {
  public:
    /// Reports older than this say nothing.
    static constexpr base::Duration fresh = std::chrono::seconds{5};
    /// The advice falls only once all reports were lower for so long: what came late once may again.
    static constexpr base::Duration patience = std::chrono::seconds{10};

    /// `most`: whose messages take longer than Δ can ever be is not waited for. Gives the advice if it changed.
    [[nodiscard]] std::optional<base::Duration> handle(base::MemberIndex member, base::Duration delay,
                                                       base::Duration most, base::LocalTime now);
    /// 0 while nobody reported.
    [[nodiscard]] base::Duration advice() const { return advice_; }

  private:
    struct Report {
        base::Duration delay{};
        base::LocalTime at;
    };
    std::map<base::MemberIndex, Report> reports_;
    base::Duration advice_{};
    /// When a report was as high as the advice.
    base::LocalTime needed_at_;
};

} // namespace plenum::conversation
