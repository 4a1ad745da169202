// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_unread.h"

#include <utility>

namespace plenum::ui {

ChatUnread::ChatUnread(const ChatRows& rows) : rows_{rows} {
    connect(this, &ChatUnread::visible_changed, this, [this] {
        if (visible_)
            set_count(0);
        else
            set_first(std::nullopt);
    });
}

std::optional<std::size_t> ChatUnread::row_of_first() const { return first_ ? rows_.find(*first_) : std::nullopt; }

void ChatUnread::note_line(ChatId line, std::size_t row) {
    if (visible_) return;
    const auto first = row_of_first();
    if (count_ == 0 || (first && row < *first)) set_first(line);
    set_count(count_ + 1);
}

void ChatUnread::note_moved(ChatId line, std::size_t from, std::size_t to) {
    const auto first = row_of_first();
    if (first && to < *first && *first <= from) set_first(line);
}

void ChatUnread::clear() {
    set_first(std::nullopt);
    set_count(0);
}

void ChatUnread::set_count(int count) {
    if (std::exchange(count_, count) != count) emit count_changed();
}

void ChatUnread::set_first(std::optional<ChatId> line) {
    if (std::exchange(first_, line) != line) emit first_changed();
}

} // namespace plenum::ui
