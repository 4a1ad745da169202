// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_rows.h"

#include "ui/models/members_model.h"

#include <QHash>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// Messages of one person within this time stand under one name.
constexpr qint64 run_seconds_max = 300;

} // namespace

bool ChatRow::take_name(const QString& name) {
    if (!name.startsWith(message.sender_name + MembersModel::before_code)) return false;
    message.sender_name = name;
    return true;
}

std::optional<std::size_t> ChatRows::find(ChatId line) const {
    for (auto row = rows_.size(); row > 0; --row)
        if (rows_[row - 1].message.id == line) return row - 1;
    return std::nullopt;
}

std::size_t ChatRows::place_of(const ChatMessage& message, std::size_t end) const {
    for (; end > 0; --end) {
        const auto& before = rows_[end - 1].message;
        if (before.sender == message.sender || before.sent_at <= message.sent_at) break;
    }
    return end;
}

bool ChatRows::is_first_of_run(std::size_t row) const {
    if (row == 0) return true;
    const auto& before = rows_[row - 1].message;
    const auto& here = rows_[row].message;
    return before.sender != here.sender || before.group != here.group || before.private_with != here.private_with ||
           before.sent_at.secsTo(here.sent_at) > run_seconds_max;
}

void ChatRows::insert(std::size_t place, ChatRow row) {
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(place), std::move(row));
}

void ChatRows::erase(std::size_t row) { rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(row)); }

void ChatRows::move_up(std::size_t from, std::size_t to) {
    const auto moved = rows_.begin() + static_cast<std::ptrdiff_t>(from);
    std::rotate(rows_.begin() + static_cast<std::ptrdiff_t>(to), moved, moved + 1);
}

bool ChatRows::take_names(const std::function<QString(base::MemberIndex)>& name_of) {
    QHash<std::uint32_t, QString> names;
    bool changed = false;
    for (auto& row : rows_) {
        if (row.own) continue;
        const auto sender = row.message.sender;
        auto known = names.find(sender.value());
        if (known == names.end()) known = names.insert(sender.value(), name_of(sender));
        changed = row.take_name(*known) || changed;
    }
    return changed;
}

} // namespace plenum::ui
