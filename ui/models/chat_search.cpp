// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_search.h"

#include <algorithm>

namespace plenum::ui {

int ChatSearch::row() const { return position_ == 0 ? -1 : rows_[static_cast<std::size_t>(position_) - 1].row(); }

void ChatSearch::set_text(const QString& text) {
    const auto wanted = text.left(text_max);
    if (wanted == text_) return;
    text_ = wanted;
    find();
    position_ = rows_.empty() ? 0 : 1;
    emit text_changed();
    emit changed();
}

void ChatSearch::find() {
    rows_.clear();
    if (text_.isEmpty()) return;
    for (int row = lines_.rowCount() - 1; row >= 0; --row) {
        const auto line = lines_.index(row, 0);
        if (line.data(role_).toString().contains(text_, Qt::CaseInsensitive)) rows_.emplace_back(line);
    }
}

void ChatSearch::previous() {
    if (rows_.empty()) return;
    position_ = position_ % count() + 1;
    emit changed();
}

void ChatSearch::next() {
    if (rows_.empty()) return;
    position_ = position_ <= 1 ? count() : position_ - 1;
    emit changed();
}

void ChatSearch::update() {
    if (text_.isEmpty()) return;
    // The same line stays the one that is looked at.
    const auto at = row();
    find();
    const auto same = std::ranges::find(rows_, at, [](const auto& each) { return each.row(); });
    position_ = same != rows_.end() ? static_cast<int>(same - rows_.begin()) + 1 : std::min(position_, count());
    if (position_ == 0 && !rows_.empty()) position_ = 1;
    emit changed();
}

} // namespace plenum::ui
