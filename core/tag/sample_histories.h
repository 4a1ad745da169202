// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/limits.h"
#include "core/tag/sample_history.h"

#include <map>
#include <utility>

namespace plenum::tag {

/// The histories of many publishers in one place, with bounds of their own: number, bytes and age of all samples
/// together. Whatever came first goes first.
class SampleHistories {
  public:
    /// A flow, and one of its publishers.
    using Source = std::pair<base::FlowId, base::MemberIndex>;
    struct Bounds {
        SampleHistory::Bounds of_source{base::limits::pull_history_samples_max, base::limits::pull_history_bytes_max};
        SampleHistory::Bounds of_all{base::limits::pull_histories_samples_max, base::limits::pull_histories_bytes_max};
        base::Duration age_max{base::limits::pull_history_age_max};
    };
    /// `unseen`: what is said of publishers of whom nothing ever came.
    explicit SampleHistories(PullError unseen) : SampleHistories{unseen, Bounds{}} {}
    SampleHistories(PullError unseen, const Bounds& bounds) : unseen_{unseen}, bounds_{bounds} {}

    void push(Source source, Sample sample, base::LocalTime now);
    /// Drops what came too long ago.
    void expire(base::LocalTime now);
    /// An answer never exceeds the bounds of one.
    [[nodiscard]] Selected pull(Source source, const Pull& what, base::LocalTime now);
    void set_unseen(PullError unseen) { unseen_ = unseen; }
    template <class Predicate>
    void forget_if(const Predicate& is_gone) {
        for (auto item = histories_.begin(); item != histories_.end();) {
            if (is_gone(item->first)) {
                bytes_ -= item->second.bytes();
                item = histories_.erase(item);
            } else {
                ++item;
            }
        }
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t sources() const { return histories_.size(); }

  private:
    struct Arrival {
        Source source;
        base::SequenceNumber sequence;
        base::LocalTime at;
    };
    void drop_first();
    void forget_empty();

    PullError unseen_;
    Bounds bounds_;
    std::map<Source, SampleHistory> histories_;
    /// In the order in which they came; some may be gone.
    std::deque<Arrival> arrivals_;
    std::size_t bytes_{0};
};

} // namespace plenum::tag
