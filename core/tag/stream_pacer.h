// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/time.h"

#include <algorithm>
#include <cstddef>

namespace plenum::tag {

/// Holds one sender of a reliable flow to its declaration, without losing anything.
///
/// The problem: each message on a whiteboard costs every receiver work, and a sender that exceeds its declared rate
/// must delay itself alone. What is reliable cannot be dropped. The intuition: what exceeds waits at its sender. After
/// each message this tells how long the next may not be taken, by the generic cell rate algorithm as in `FlowPolicer`.
/// The link's stream fills, and its sender is slowed down. Rejected: to refuse the excess, which costs a correct sender
/// its work when a network held it back, and everybody else a notice for each message.
class StreamPacer {
  public:
    /// What a correct program made while its link was lost comes at once, and nobody may be accused for that. A member
    /// whose link is lost for longer is written out.
    static constexpr base::Duration burst = std::chrono::seconds{15};
    /// Clocks are not exact: a tenth more than declared is no excess.
    static constexpr std::int64_t tolerance_num = 10;
    static constexpr std::int64_t tolerance_den = 11;
    /// Seal, header and signature of a message, beside the bytes that its application gave.
    static constexpr std::int64_t overhead_bytes = 640;

    /// Precondition: rate and message size are at least 1.
    explicit StreamPacer(const base::FlowSpec& spec)
        : cost_{base::Duration{std::chrono::seconds{1}} / std::int64_t{spec.rate_hz} * tolerance_num / tolerance_den},
          bytes_max_{std::int64_t{spec.message_bytes_max} + overhead_bytes} {}

    /// A message of so many bytes was taken. A larger one than declared counts as several.
    /// Gives how long the next must wait; 0 where it need not.
    [[nodiscard]] base::Duration take(std::size_t bytes, base::LocalTime now) {
        const auto times = std::max<std::int64_t>(1, (static_cast<std::int64_t>(bytes) + bytes_max_ - 1) / bytes_max_);
        due_ = std::max(due_, now) + cost_ * times;
        return std::max(due_ - now - burst, base::Duration{});
    }

  private:
    base::Duration cost_;
    std::int64_t bytes_max_;
    /// When the next message would be due at the declared rate.
    base::LocalTime due_{base::LocalTime::min()};
};

} // namespace plenum::tag
