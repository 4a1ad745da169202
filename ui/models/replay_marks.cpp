// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay_marks.h"

#include <algorithm>

namespace plenum::ui {

namespace {

QString cut(const QString& words) {
    return words.size() > ReplayMarks::words_max ? words.left(ReplayMarks::words_max - 1) + QChar{0x2026} : words;
}

} // namespace

void ReplayMarks::add(ReplayMark mark) {
    mark.words = cut(mark.words);
    const auto place = std::ranges::upper_bound(marks_, mark.at, {}, &ReplayMark::at);
    marks_.insert(place, std::move(mark));
    if (marks_.size() > marks_max) marks_.pop_front();
}

const ReplayMark* ReplayMarks::find(ChatId line) const {
    const auto mark = std::ranges::find(marks_, line, &ReplayMark::line);
    return line == ChatId{} || mark == marks_.end() ? nullptr : &*mark;
}

void ReplayMarks::rewrite(ChatId line, const QString& words) {
    const auto mark = std::ranges::find(marks_, line, &ReplayMark::line);
    if (line == ChatId{} || mark == marks_.end()) return;
    if (words.isEmpty())
        marks_.erase(mark);
    else
        mark->words = cut(words);
}

} // namespace plenum::ui
