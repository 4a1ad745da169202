// SPDX-License-Identifier: Apache-2.0
#include "ui/models/speaker_picker.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {

base::MemberIndex SpeakerPicker::update(const QList<MemberLevel>& levels, base::LocalTime now) {
    std::map<base::MemberIndex, base::LocalTime> speaking;
    for (const auto& level : levels) {
        if (!level.speaking) continue;
        const auto known = speaking_since_.find(level.index);
        speaking.emplace(level.index, known == speaking_since_.end() ? now : known->second);
    }
    speaking_since_ = std::move(speaking);
    if (speaking_since_.empty()) return current_;

    const auto longest = std::ranges::min_element(speaking_since_, {}, [](const auto& entry) { return entry.second; });
    if (current_.value() == 0) return current_ = longest->first;
    const auto current_speaks = speaking_since_.contains(current_);
    const auto needed = current_speaks ? hold_against_speaker : hold;
    for (const auto& [index, since] : speaking_since_) {
        if (index == current_ || now - since < needed) continue;
        // While both speak, the newer of the two is the one who took over.
        if (current_speaks && since <= speaking_since_.at(current_)) continue;
        current_ = index;
        break;
    }
    return current_;
}

void SpeakerPicker::forget(base::MemberIndex index) {
    speaking_since_.erase(index);
    if (current_ == index) current_ = base::MemberIndex{};
}

void SpeakerPicker::clear() { *this = SpeakerPicker{}; }

base::MemberIndex HolderPicker::update(const QList<base::MemberIndex>& holders, base::MemberIndex speaker,
                                       base::LocalTime now) {
    if (holders.isEmpty()) {
        next_ = {};
        return current_;
    }
    const auto wanted = holders.contains(speaker) ? speaker : holders.contains(current_) ? current_ : holders.front();
    if (std::exchange(next_, wanted) != wanted) since_ = now;
    if (current_.value() == 0 || now - since_ >= hold) current_ = wanted;
    return current_;
}

void HolderPicker::clear() { *this = HolderPicker{}; }

} // namespace plenum::ui
