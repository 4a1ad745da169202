// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/flow_spec.h"
#include "core/base/units.h"

#include <array>
#include <cstddef>

namespace plenum::tag {

/// Holds one sender to the declaration of one flow (push-pull §1.2, "Protection and Enforcement").
///
/// The problem: a publisher that exceeds its declared rate must hurt itself alone. The intuition: the flow may send one
/// message each 1/rate seconds, and as many bytes as that allows; a burst of what the network held back for up to λ is
/// no excess. Both are judged by the generic cell rate algorithm (ITU-T I.371 annex A), which needs one time stamp for
/// a limit. The alternative, counting over windows, lets twice the rate pass at their borders.
///
/// A message is admitted or dropped as a whole: all its fragments follow the verdict on the first that arrived. A
/// fragment that is sent again may come when that verdict is forgotten. It costs its bytes alone, since its message was
/// counted; or else a path that loses would make an honest sender exceed its rate.
class FlowPolicer {
  public:
    /// Precondition: `spec` has a loss delay, and rate and message size are at least 1.
    explicit FlowPolicer(const base::FlowSpec& spec);

    /// Whether a fragment of so many bytes may pass.
    [[nodiscard]] bool admits(base::SequenceNumber message, std::size_t bytes, base::LocalTime now);

  private:
    struct Verdict {
        base::SequenceNumber message;
        bool admitted{false};
    };
    /// Whether one more cell conforms; if so, it is counted.
    [[nodiscard]] bool take(base::LocalTime& due, base::Duration cost, base::LocalTime now) const;

    base::Duration message_cost_;
    base::Duration byte_cost_;
    base::Duration burst_;
    /// When the next message, and the next byte, would be due at the declared rate.
    base::LocalTime message_due_{base::LocalTime::min()};
    base::LocalTime byte_due_{base::LocalTime::min()};
    /// Of the newest messages: fragments of a few of them arrive interleaved.
    std::array<Verdict, 8> verdicts_{};
    std::size_t next_verdict_{0};
    base::SequenceNumber newest_{};
};

} // namespace plenum::tag
