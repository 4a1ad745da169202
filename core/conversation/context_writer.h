// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/conversation/delta_interval.h"
#include "core/conversation/frontier.h"
#include "core/wire/message.h"

#include <algorithm>

namespace plenum::conversation {

/// What this member says in a conversation: numbers its messages, and writes what each depends on and until when it is
/// waited for.
class ContextWriter {
  public:
    explicit ContextWriter(const DeltaInterval& interval) : interval_{interval}, delta_{interval.least} {}

    void set_interval(const DeltaInterval& interval) {
        interval_ = interval;
        set_delta(delta_);
    }
    void set_delta(base::Duration delta) { delta_ = std::clamp(delta, interval_.least, interval_.most); }
    [[nodiscard]] base::Duration delta() const { return delta_; }
    [[nodiscard]] const DeltaInterval& interval() const { return interval_; }

    /// As `CausalOrder` has these.
    void stamp(wire::MessageHeader& header, bool captured, base::ConferenceTime now);
    void extend() { last_ = last_.next(); }
    [[nodiscard]] base::Bytes causes(base::ConferenceTime now) const;

    /// The application was handed this, which was sent at `sent_at`.
    void note(const Frontier::Heard& heard, const std::vector<Dependency>& dependencies,
              base::ConferenceTime sent_at = {}) {
        frontier_.note(heard, dependencies);
        sent_max_ = std::max(sent_max_, sent_at);
        ++past_;
    }
    void forget(base::MemberIndex sender) { frontier_.forget(sender); }
    /// Rises with each that was noted.
    [[nodiscard]] std::uint64_t past() const { return past_; }
    /// The last own number.
    [[nodiscard]] base::Ordinal last() const { return last_; }

  private:
    [[nodiscard]] base::Duration wait_from(base::ConferenceTime sent_at, base::ConferenceTime now) const;

    DeltaInterval interval_;
    base::Duration delta_;
    Frontier frontier_;
    base::Ordinal last_{};
    /// The latest own deadline, and the latest send time of anything said or heard.
    base::ConferenceTime deadline_max_{};
    base::ConferenceTime sent_max_{};
    std::uint64_t past_{0};
    /// Kept for its memory.
    Context context_;
};

} // namespace plenum::conversation
