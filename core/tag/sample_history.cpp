// SPDX-License-Identifier: Apache-2.0
#include "core/tag/sample_history.h"

#include <algorithm>
#include <ranges>

namespace plenum::tag {

void SampleHistory::push(Sample sample) {
    if (sample.sequence <= dropped_) return;
    const auto place = std::ranges::lower_bound(samples_, sample.sequence, {}, &Sample::sequence);
    if (place != samples_.end() && place->sequence == sample.sequence) return;
    bytes_ += sample.sealed.size();
    samples_.insert(place, std::move(sample));
    while (!samples_.empty() && (samples_.size() > bounds_.samples_max || bytes_ > bounds_.bytes_max))
        drop_oldest();
}

void SampleHistory::expire(base::ConferenceTime now) {
    while (!samples_.empty() && now - samples_.front().sent_at > bounds_.age_max)
        drop_oldest();
}

void SampleHistory::drop_oldest() {
    dropped_ = samples_.front().sequence;
    bytes_ -= samples_.front().sealed.size();
    samples_.pop_front();
}

SampleHistory::Found SampleHistory::pull(const Pull& what) const {
    return std::visit([this](const auto& each) { return find(each); }, what);
}

SampleHistory::Found SampleHistory::find(const PullLatest& what) const {
    if (what.before < samples_.size()) return std::vector{&samples_[samples_.size() - 1 - what.before]};
    return std::unexpected{samples_.empty() && dropped_.value() == 0 ? PullError::empty : PullError::expired};
}

SampleHistory::Found SampleHistory::find(const PullNumber& what) const {
    if (what.sequence.value() == 0) return std::unexpected{PullError::wrong};
    const auto found = std::ranges::lower_bound(samples_, what.sequence, {}, &Sample::sequence);
    if (found != samples_.end() && found->sequence == what.sequence) return std::vector{&*found};
    if (what.sequence <= dropped_) return std::unexpected{PullError::expired};
    if (samples_.empty()) return std::unexpected{dropped_.value() == 0 ? PullError::empty : PullError::future};
    return std::unexpected{found == samples_.end() ? PullError::future : PullError::missing};
}

SampleHistory::Found SampleHistory::find(const PullRange& what) const {
    if (what.to < what.from) return std::unexpected{PullError::wrong};
    if (samples_.empty()) return std::unexpected{dropped_.value() == 0 ? PullError::empty : PullError::expired};
    if (samples_.back().sent_at < what.from) return std::unexpected{PullError::future};
    const auto before = [](base::ConferenceTime at) {
        return [at](const Sample& sample) { return sample.sent_at < at; };
    };
    auto first = std::ranges::find_if_not(samples_, before(what.from));
    const auto last =
        std::ranges::find_if(first, samples_.end(), [&](const Sample& sample) { return sample.sent_at > what.to; });
    // A decoder has to begin with a key frame.
    const auto key = std::ranges::find_if(std::make_reverse_iterator(last == first ? first : std::next(first)),
                                          samples_.rend(), &Sample::key_frame);
    if (last != first && key != samples_.rend()) first = std::prev(key.base());
    std::vector<const Sample*> found;
    std::ranges::transform(first, last, std::back_inserter(found), [](const Sample& sample) { return &sample; });
    if (!found.empty()) return found;
    return std::unexpected{first == samples_.begin() && dropped_.value() != 0 ? PullError::expired
                                                                              : PullError::missing};
}

} // namespace plenum::tag
