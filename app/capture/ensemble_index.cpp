// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_index.h"

#include <algorithm>
#include <iterator>

namespace plenum::app {

base::Duration EnsembleIndex::between(base::ConferenceTime one, base::ConferenceTime next) {
    return std::clamp<base::Duration>(next - one, base::Duration{}, pause_max);
}

void EnsembleIndex::extend(std::size_t ensembles) {
    for (std::size_t i = 0; i < ensembles && !complete_; ++i) {
        const auto mark = reader_.skip();
        if (!mark) {
            complete_ = true;
            return;
        }
        if (cameras_.empty() || cameras_.rbegin()->second != reader_.cameras())
            cameras_.emplace_hint(cameras_.end(), entries_.size(), reader_.cameras());
        const auto at = entries_.empty() ? base::Duration{}
                                         : length() + between(entries_.back().mark.captured_at, mark->captured_at);
        entries_.push_back({at, *mark});
    }
}

std::size_t EnsembleIndex::find(base::Duration at) const {
    const auto after = std::ranges::upper_bound(entries_, at, {}, &Entry::at);
    return after == entries_.begin() ? 0 : static_cast<std::size_t>(std::distance(entries_.begin(), after)) - 1;
}

void EnsembleIndex::seek(EnsembleReader& reader, std::size_t number) const {
    reader.seek(entries_[number].mark, std::prev(cameras_.upper_bound(number))->second);
}

} // namespace plenum::app
