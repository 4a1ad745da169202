// SPDX-License-Identifier: Apache-2.0
#include "app/capture/ensemble_index.h"

#include <algorithm>
#include <iterator>
#include <utility>

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
        note_names();
        const auto at = entries_.empty() ? base::Duration{}
                                         : length() + between(entries_.back().mark.captured_at, mark->captured_at);
        entries_.push_back({at, *mark});
    }
}

void EnsembleIndex::note_names() {
    for (const auto& [camera, name] : reader_.cameras()) {
        const auto [known, is_new] = names_.try_emplace(camera);
        if (!is_new && known->second == name) continue;
        known->second = name;
        namings_.push_back({entries_.size(), camera, name});
    }
}

std::size_t EnsembleIndex::find(base::Duration at) const {
    const auto after = std::ranges::upper_bound(entries_, at, {}, &Entry::at);
    return after == entries_.begin() ? 0 : static_cast<std::size_t>(std::distance(entries_.begin(), after)) - 1;
}

void EnsembleIndex::seek(EnsembleReader& reader, std::size_t number) const {
    std::map<cluster::FlowNumber, std::string> names;
    for (const auto& each : namings_)
        if (each.ensemble <= number) names.insert_or_assign(each.camera, each.name);
    reader.seek(entries_[number].mark, std::move(names));
}

} // namespace plenum::app
