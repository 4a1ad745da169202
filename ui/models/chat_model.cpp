// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_model.h"

#include "core/base/limits.h"
#include "ui/models/chat_markup.h"
#include "ui/models/dates.h"
#include "ui/models/members_model.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// Messages of one person within this time stand under one name.
constexpr qint64 run_seconds_max = 300;

QString delivery_name(DeliveryState state) {
    switch (state) {
    case DeliveryState::sending: return QStringLiteral("sending");
    case DeliveryState::failed: return QStringLiteral("failed");
    case DeliveryState::unstored: return QStringLiteral("unstored");
    case DeliveryState::sent: break;
    }
    return QStringLiteral("sent");
}

} // namespace

ChatModel::ChatModel(ChatPort& port, const MembersModel& members, QObject* parent)
    : QAbstractListModel{parent},
      port_{port},
      members_{members} {
    connect(&port_, &ChatPort::chat_received, this, &ChatModel::receive);
    connect(&port_, &ChatPort::chat_timed, this, &ChatModel::set_time);
    connect(&port_, &ChatPort::chat_delivery, this, &ChatModel::set_delivery);
    connect(&members_, &MembersModel::names_changed, this, &ChatModel::take_names);
    connect(this, &ChatModel::visible_changed, this, [this] {
        // It stays while one reads, so that one finds where to begin.
        if (!visible_) set_first_unread(std::nullopt);
        if (!visible_ || unread_ == 0) return;
        unread_ = 0;
        emit unread_changed();
    });
}

int ChatModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count(); }

QVariant ChatModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto place = static_cast<std::size_t>(index.row());
    const auto& row = rows_[place];
    switch (role) {
    case sender_role:
        return row.message.another_key ? tr("%1 (with another key)").arg(row.message.sender_name)
                                       : row.message.sender_name;
    case tint_role: return static_cast<int>(row.message.sender.value() % MembersModel::tint_count);
    case is_own_role: return row.own;
    case markup_role: return to_chat_markup(row.message.text);
    case links_role: return chat_links_in(row.message.text);
    case Qt::DisplayRole:
    case text_role: return row.message.text;
    case time_role: return dates::time_of_day(row.message.sent_at);
    case delivery_role: return delivery_name(row.delivery);
    case late_role: return row.message.late;
    case first_of_run_role: return first_of_run(place);
    case group_role: return row.message.group;
    case first_unread_role: return !row.own && first_unread_ == row.message.id;
    default: return {};
    }
}

QHash<int, QByteArray> ChatModel::roleNames() const {
    return {{sender_role, "sender"}, {tint_role, "tint"},
            {is_own_role, "isOwn"},  {markup_role, "markup"},
            {links_role, "links"},   {text_role, "plain"},
            {time_role, "time"},     {delivery_role, "delivery"},
            {late_role, "late"},     {first_of_run_role, "firstOfRun"},
            {group_role, "group"},   {first_unread_role, "firstUnread"}};
}

bool ChatModel::first_of_run(std::size_t row) const {
    if (row == 0) return true;
    const auto& before = rows_[row - 1].message;
    const auto& here = rows_[row].message;
    return before.sender != here.sender || before.group != here.group ||
           before.sent_at.secsTo(here.sent_at) > run_seconds_max;
}

bool ChatModel::send(const QString& text) {
    const auto trimmed = text.trimmed();
    if (trimmed.isEmpty() || bytes_left(trimmed) < 0) return false;
    const auto id = port_.send_chat(trimmed);
    insert({.message = {.id = id,
                        .sender = self_,
                        .sender_name = self_name_,
                        .text = trimmed,
                        .sent_at = QDateTime::currentDateTimeUtc(),
                        .group = group_},
            .own = true,
            .delivery = DeliveryState::sending});
    return true;
}

void ChatModel::send_again(int row) {
    if (row < 0 || row >= count()) return;
    const auto& failed = rows_[static_cast<std::size_t>(row)];
    if (failed.delivery != DeliveryState::failed) return;
    const auto text = failed.message.text;
    beginRemoveRows({}, row, row);
    rows_.erase(rows_.begin() + row);
    endRemoveRows();
    send(text);
}

int ChatModel::bytes_left(const QString& draft) const {
    return static_cast<int>(base::limits::chat_bytes_max) - static_cast<int>(draft.trimmed().toUtf8().size());
}

void ChatModel::set_self(base::MemberIndex self, const QString& name) {
    self_ = self;
    self_name_ = name;
}

void ChatModel::set_group(const QString& label) {
    group_ = label;
    drafts_.set_group(label);
}

void ChatModel::clear() {
    set_group({});
    beginResetModel();
    rows_.clear();
    endResetModel();
    unread_ = 0;
    first_unread_.reset();
    emit count_changed();
    emit unread_changed();
}

std::size_t ChatModel::insert(Row row) {
    if (rows_.size() >= messages_max) {
        beginRemoveRows({}, 0, 0);
        rows_.pop_front();
        endRemoveRows();
    }
    const auto place = row.message.earlier ? place_of(row.message, rows_.size()) : rows_.size();
    beginInsertRows({}, static_cast<int>(place), static_cast<int>(place));
    rows_.insert(rows_.begin() + static_cast<std::ptrdiff_t>(place), std::move(row));
    endInsertRows();
    tell_run(place);
    emit count_changed();
    return place;
}

std::size_t ChatModel::place_of(const ChatMessage& message, std::size_t end) const {
    for (; end > 0; --end) {
        const auto& before = rows_[end - 1].message;
        if (before.sender == message.sender || before.sent_at <= message.sent_at) break;
    }
    return end;
}

void ChatModel::move_up(std::size_t from, std::size_t to) {
    if (to == from) return;
    beginMoveRows({}, static_cast<int>(from), static_cast<int>(from), {}, static_cast<int>(to));
    const auto begin = rows_.begin() + static_cast<std::ptrdiff_t>(to);
    const auto moved = rows_.begin() + static_cast<std::ptrdiff_t>(from);
    std::rotate(begin, moved, moved + 1);
    endMoveRows();
    tell_run(from);
}

void ChatModel::receive(const ChatMessage& message) {
    Row row{.message = message, .own = message.sender == self_};
    if (!row.own) take_name(row.message, members_.shown_name(message.sender));
    const auto unread = first_unread_ ? row_of(*first_unread_) : std::nullopt;
    const auto place = insert(std::move(row));
    if (message.sender == self_ || visible_) return;
    if (++unread_ == 1 || (unread && place <= *unread)) set_first_unread(message.id);
    emit unread_changed();
    emit received(rows_[place].message.sender_name, message.text);
}

/// Whoever shares a name keeps the code beside it, also when one of them has left.
bool ChatModel::take_name(ChatMessage& message, const QString& name) {
    if (!name.startsWith(message.sender_name + MembersModel::before_code)) return false;
    message.sender_name = name;
    return true;
}

void ChatModel::take_names() {
    QHash<std::uint32_t, QString> names;
    for (int row = 0; row < count(); ++row) {
        auto& [message, own, delivery] = rows_[static_cast<std::size_t>(row)];
        if (own) continue;
        auto known = names.find(message.sender.value());
        if (known == names.end()) known = names.insert(message.sender.value(), members_.shown_name(message.sender));
        if (take_name(message, *known)) emit dataChanged(index(row), index(row), {sender_role});
    }
}

void ChatModel::set_first_unread(std::optional<ChatId> message) {
    if (std::exchange(first_unread_, message) == message || rows_.empty()) return;
    emit dataChanged(index(0), index(count() - 1), {first_unread_role});
}

void ChatModel::set_delivery(ChatId id, DeliveryState state) {
    const auto place = std::ranges::find_if(rows_, [&](const Row& row) { return row.own && row.message.id == id; });
    if (place == rows_.end() || place->delivery == state) return;
    place->delivery = state;
    const auto row = index(static_cast<int>(place - rows_.begin()));
    emit dataChanged(row, row, {delivery_role});
}

void ChatModel::set_time(ChatId id, const QDateTime& sent_at) {
    const auto row = row_of(id);
    if (!row) return;
    auto& [message, own, delivery] = rows_[*row];
    message.sent_at = sent_at;
    // An own one stays where it was written.
    const auto place = delivery == DeliveryState::sending ? *row : place_of(message, *row);
    const auto unread = first_unread_ ? row_of(*first_unread_) : std::nullopt;
    move_up(*row, place);
    if (unread && place <= *unread && *unread < *row) set_first_unread(id);
    tell_run(place);
}

std::optional<std::size_t> ChatModel::row_of(ChatId id) const {
    const auto place = std::ranges::find_if(rows_, [&](const Row& row) { return row.message.id == id; });
    if (place == rows_.end()) return std::nullopt;
    return static_cast<std::size_t>(place - rows_.begin());
}

void ChatModel::tell_run(std::size_t row) {
    const auto first = static_cast<int>(row);
    emit dataChanged(index(first), index(std::min(first + 1, count() - 1)), {time_role, first_of_run_role});
}

void ChatModel::retranslate() {
    if (!rows_.empty()) emit dataChanged(index(0), index(count() - 1), {sender_role, time_role});
}

} // namespace plenum::ui
