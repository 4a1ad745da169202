// SPDX-License-Identifier: Apache-2.0
#include "core/tag/sample_histories.h"

#include <numeric>

namespace plenum::tag {

void SampleHistories::push(Source source, Sample sample, base::LocalTime now) {
    expire(now);
    if (histories_.size() >= base::limits::pull_sources_max && !histories_.contains(source)) forget_empty();
    auto& history = histories_[source];
    const auto before = history.bytes();
    const Arrival arrival{source, sample.sequence, now};
    if (!history.push(std::move(sample), bounds_.of_source)) return;
    bytes_ = bytes_ - before + history.bytes();
    arrivals_.push_back(arrival);
    while (arrivals_.size() > bounds_.of_all.samples_max || bytes_ > bounds_.of_all.bytes_max)
        drop_first();
}

void SampleHistories::forget_empty() {
    // Of these, nothing is known from now on.
    if (std::erase_if(histories_, [](const auto& item) { return item.second.size() == 0; }) > 0)
        unseen_ = PullError::no_history;
}

void SampleHistories::expire(base::LocalTime now) {
    while (!arrivals_.empty() && now - arrivals_.front().at > bounds_.age_max)
        drop_first();
}

void SampleHistories::drop_first() {
    const auto found = histories_.find(arrivals_.front().source);
    if (found != histories_.end()) {
        bytes_ -= found->second.bytes();
        found->second.drop_through(arrivals_.front().sequence);
        bytes_ += found->second.bytes();
    }
    arrivals_.pop_front();
}

Selected SampleHistories::pull(Source source, const Pull& what, base::LocalTime now) {
    expire(now);
    const auto found = histories_.find(source);
    const auto selected = found == histories_.end() ? SampleHistory{}.pull(what) : found->second.pull(what);
    if (found == histories_.end() && selected.error() != PullError::wrong) return std::unexpected{unseen_};
    if (!selected) return selected;
    const auto bytes = std::transform_reduce(selected->samples.begin(), selected->samples.end(), std::size_t{0},
                                             std::plus{}, [](const Sample* sample) { return sample->bytes.size(); });
    const bool fits = selected->samples.size() <= base::limits::pull_answer_samples_max &&
                      bytes <= base::limits::pull_answer_bytes_max;
    if (!fits) return std::unexpected{PullError::too_much};
    return selected;
}

} // namespace plenum::tag
