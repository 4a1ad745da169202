// SPDX-License-Identifier: Apache-2.0
#include "core/tag/sample_history.h"

#include <algorithm>
#include <ranges>

namespace plenum::tag {

bool SampleHistory::push(Sample sample, Bounds bounds) {
    if (sample.sequence <= dropped_) return false;
    // Most come in order.
    const bool newest = samples_.empty() || samples_.back().sequence < sample.sequence;
    const auto place =
        newest ? samples_.end() : std::ranges::lower_bound(samples_, sample.sequence, {}, &Sample::sequence);
    if (!newest && place->sequence == sample.sequence) return false;
    if (first_.value() == 0 || sample.sequence < first_) first_ = sample.sequence;
    bytes_ += sample.bytes.size();
    samples_.insert(place, std::move(sample));
    while (!samples_.empty() && (samples_.size() > bounds.samples_max || bytes_ > bounds.bytes_max))
        drop_oldest();
    return true;
}

void SampleHistory::drop_through(base::SequenceNumber sequence) {
    while (!samples_.empty() && samples_.front().sequence <= sequence)
        drop_oldest();
}

void SampleHistory::drop_oldest() {
    dropped_ = samples_.front().last();
    bytes_ -= samples_.front().bytes.size();
    samples_.pop_front();
}

Selected SampleHistory::pull(const Pull& what) const {
    return std::visit([this](const auto& each) { return find(each); }, what);
}

PullError SampleHistory::error_before() const {
    if (dropped_.value() != 0) return PullError::expired;
    return first_.value() <= 1 ? PullError::never_published : PullError::no_history;
}

Selected SampleHistory::find(const PullLatest& what) const {
    std::uint64_t left = what.before;
    for (const auto& sample : std::views::reverse(samples_)) {
        if (left < sample.count) return Selection{{&sample}, base::SequenceNumber{sample.last().value() - left}};
        left -= sample.count;
    }
    return std::unexpected{error_before()};
}

Selected SampleHistory::find(const PullNumber& what) const {
    if (what.sequence.value() == 0) return std::unexpected{PullError::wrong};
    const auto behind = std::ranges::upper_bound(samples_, what.sequence, {}, &Sample::sequence);
    if (behind != samples_.begin() && what.sequence <= std::prev(behind)->last())
        return Selection{{&*std::prev(behind)}, what.sequence};
    if (what.sequence < first_) return std::unexpected{PullError::no_history};
    if (what.sequence <= dropped_ || first_.value() == 0) return std::unexpected{error_before()};
    return std::unexpected{behind == samples_.end() ? PullError::future : PullError::missing};
}

Selected SampleHistory::find(const PullRange& what) const {
    if (what.to < what.from) return std::unexpected{PullError::wrong};
    if (samples_.empty()) return std::unexpected{error_before()};
    if (samples_.back().sent_at < what.from) return std::unexpected{PullError::future};
    auto first = std::ranges::find_if(samples_, [&](const Sample& sample) { return sample.sent_at >= what.from; });
    const auto last =
        std::ranges::find_if(first, samples_.end(), [&](const Sample& sample) { return sample.sent_at > what.to; });
    if (first == last) return std::unexpected{first == samples_.begin() ? error_before() : PullError::missing};
    // Of a camera in two sizes one is enough: the large one, where there is any of it.
    const auto is_large = [](const Sample& sample) { return sample.flags.size() == base::PictureSize::large; };
    const auto size = std::any_of(first, last, is_large) ? base::PictureSize::large : base::PictureSize::small;
    // A decoder has to begin with a key frame.
    const auto key =
        std::ranges::find_if(std::make_reverse_iterator(std::next(first)), samples_.rend(), [&](const Sample& sample) {
            return sample.flags.is_key_frame() && sample.flags.size() == size;
        });
    if (key != samples_.rend()) first = std::prev(key.base());
    Selection found;
    for (; first != last; ++first)
        if (first->flags.size() == size) found.samples.push_back(&*first);
    return found;
}

} // namespace plenum::tag
