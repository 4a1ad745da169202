// SPDX-License-Identifier: Apache-2.0
#include "core/tag/flow_policer.h"

#include <algorithm>

namespace plenum::tag {
namespace {

/// Senders' clocks and encoders are not exact: a tenth more than declared is no excess.
constexpr std::int64_t tolerance_num = 10;
constexpr std::int64_t tolerance_den = 11;
/// Seal, header and context of a message, beside the bytes that its application gave.
constexpr std::int64_t overhead_bytes = 640;
/// A network that held back more than this delivers messages that few applications can use.
constexpr base::Duration burst_max = std::chrono::seconds{2};

base::Duration per_second(std::int64_t count) {
    return base::Duration{base::Duration{std::chrono::seconds{1}}.count() / count * tolerance_num / tolerance_den};
}

} // namespace

FlowPolicer::FlowPolicer(const base::FlowSpec& spec)
    : message_cost_{per_second(spec.rate_hz)},
      byte_cost_{message_cost_ / (std::int64_t{spec.message_bytes_max} + overhead_bytes)},
      burst_{std::max(std::min(spec.loss_delay.value_or(base::Duration{}), burst_max), 4 * message_cost_)} {}

bool FlowPolicer::take(base::LocalTime& due, base::Duration cost, base::LocalTime now) const {
    const auto from = std::max(due, now);
    if (from + cost - now > burst_) return false;
    due = from + cost;
    return true;
}

bool FlowPolicer::admits(base::SequenceNumber message, std::size_t bytes, base::LocalTime now) {
    const auto bytes_cost = byte_cost_ * static_cast<std::int64_t>(bytes);
    const auto known = std::ranges::find(verdicts_, message, &Verdict::message);
    if (known != verdicts_.end() && message.value() != 0) {
        // A message that grows beyond its declared size loses its tail, and with it itself.
        if (known->admitted && !take(byte_due_, bytes_cost, now)) known->admitted = false;
        return known->admitted;
    }
    if (message < newest_) return take(byte_due_, bytes_cost, now);
    newest_ = message;
    const bool admitted = take(message_due_, message_cost_, now) && take(byte_due_, bytes_cost, now);
    verdicts_[next_verdict_] = {message, admitted};
    next_verdict_ = (next_verdict_ + 1) % verdicts_.size();
    return admitted;
}

} // namespace plenum::tag
