// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_marks.h"

#include <algorithm>

namespace plenum::ui {

void ReplayMarks::add(ReplayMark mark) {
    if (mark.words.size() > words_max) mark.words = mark.words.left(words_max - 1) + QChar{0x2026};
    const auto place = std::ranges::upper_bound(marks_, mark.at, {}, &ReplayMark::at);
    marks_.insert(place, std::move(mark));
    if (marks_.size() > marks_max) marks_.pop_front();
}

} // namespace plenum::ui
