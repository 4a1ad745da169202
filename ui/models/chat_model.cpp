// SPDX-License-Identifier: Apache-2.0
#include "ui/models/chat_model.h"

#include "core/base/enums.h"
#include "ui/models/chat_markup.h"
#include "ui/models/dates.h"
#include "ui/models/members_model.h"
#include "ui/models/shared_screens.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace plenum::ui {
namespace {

QString delivery_name(DeliveryState state) {
    switch (state) {
    case DeliveryState::sending: return QStringLiteral("sending");
    case DeliveryState::failed: return QStringLiteral("failed");
    case DeliveryState::unstored: return QStringLiteral("unstored");
    case DeliveryState::sent: break;
    }
    return QStringLiteral("sent");
}

QVariantList reactions_of(const ChatContent& content) {
    QVariantList list;
    if (content.deleted) return list;
    for (const auto& each : content.reactions) {
        const auto kind = base::enumerator_name(each.kind);
        list << QVariantMap{{QStringLiteral("kind"), QString::fromUtf8(kind.data(), std::ssize(kind))},
                            {QStringLiteral("count"), each.names.size() + (each.own ? 1 : 0)},
                            {QStringLiteral("own"), each.own},
                            {QStringLiteral("names"), each.names}};
    }
    return list;
}

auto lookup_in(const ChatRows& rows) {
    return [&rows](ChatId line) -> const ChatMessage* {
        const auto row = rows.find(line);
        return row ? &rows[*row].message : nullptr;
    };
}

QVariantMap quote_of(const ChatMessage& message, const ChatRows& rows, const ChatChanges& changes) {
    if (!message.answers) return {};
    QVariantMap quote{{QStringLiteral("line"), QString::number(message.answers->value())}};
    const auto place = rows.find(*message.answers);
    quote[QStringLiteral("known")] = place.has_value();
    if (!place) return quote;
    const auto& answered = rows[*place];
    quote[QStringLiteral("own")] = answered.own;
    quote[QStringLiteral("who")] = answered.message.sender_name;
    quote[QStringLiteral("text")] = changes.shown(answered.message).text;
    return quote;
}

} // namespace

ChatModel::ChatModel(ChatPort& port, FilePort& files, const MembersModel& members, QObject* parent)
    : QAbstractListModel{parent},
      members_{members},
      changes_{port, lookup_in(rows_)},
      files_{files, lookup_in(rows_)},
      outbox_{port, files, files_, members, lookup_in(rows_)} {
    connect(&outbox_, &ChatOutbox::said, this, [this](const ChatMessage& line) {
        insert({.message = line, .own = true, .delivery = DeliveryState::sending});
    });
    connect(&files_, &ChatFiles::changed, this, &ChatModel::take_file_state);
    connect(&port, &ChatPort::chat_received, this, &ChatModel::receive);
    connect(&port, &ChatPort::chat_timed, this, &ChatModel::set_time);
    connect(&port, &ChatPort::chat_delivery, this, &ChatModel::set_delivery);
    connect(&port, &ChatPort::chat_changed, this, &ChatModel::take_content);
    connect(&members_, &MembersModel::names_changed, this, [this] {
        if (rows_.take_names([this](base::MemberIndex sender) { return members_.shown_name(sender); }))
            tell_all({sender_role, quote_role});
    });
    // A private conversation ends when the other one leaves.
    connect(&members_, &MembersModel::count_changed, this,
            [this] { tell_all({may_answer_role, may_change_role, may_edit_role, file_role}); });
    connect(outbox_.addressee(), &ChatAddressee::changed, this,
            [this] { tell_all({may_answer_role, may_change_role, may_edit_role}); });
    connect(outbox_.addressee(), &ChatAddressee::switched, &composer_, &ChatComposer::cancel);
    connect(&changes_, &ChatChanges::changed, this, &ChatModel::tell_content);
    connect(&search_, &ChatSearch::text_changed, this, [this] { tell_all({markup_role}); });
    connect(this, &ChatModel::count_changed, &search_, &ChatSearch::update);
    connect(&unread_, &ChatUnread::first_changed, this, [this] { tell_all({first_unread_role}); });
}

int ChatModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ChatModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto place = static_cast<std::size_t>(index.row());
    const auto& row = rows_[place];
    const auto content = changes_.shown(row.message);
    const auto& addressee = *outbox_.addressee();
    // Something can be told of it to those to whom we write now.
    const auto is_open = [&] { return row.is_known() && addressee.can_read(row.message) && !content.deleted; };
    switch (role) {
    case sender_role:
        return row.message.another_key ? tr("%1 (with another key)").arg(row.message.sender_name)
                                       : row.message.sender_name;
    case tint_role: return static_cast<int>(row.message.sender.value() % MembersModel::tint_count);
    case is_own_role: return row.own;
    case markup_role: return to_chat_markup(content.text, search_.text());
    case links_role: return chat_links_in(content.text);
    case Qt::DisplayRole:
    case text_role: return content.text;
    case time_role: return dates::time_of_day(row.message.sent_at);
    case delivery_role: return delivery_name(row.delivery);
    case late_role: return row.message.late;
    case first_of_run_role: return rows_.is_first_of_run(place);
    case group_role: return row.message.group;
    case private_role: return row.message.private_with.value() != 0;
    case first_unread_role: return !row.own && unread_.is_first(row.message.id);
    case line_role: return QString::number(row.message.id.value());
    case edited_role: return content.edited;
    case deleted_role: return content.deleted;
    case reactions_role: return reactions_of(content);
    case quote_role: return quote_of(row.message, rows_, changes_);
    case may_answer_role: return is_open();
    case may_change_role: return row.own && is_open();
    case may_edit_role: return row.own && is_open() && !row.message.file;
    case file_role:
        return content.deleted ? QVariantMap{} : files_.describe(row.message, row.own, addressee.can_read(row.message));
    case scene_role: return SharedScreens::name_of(row.message.scene);
    case restorable_role: return content.deleted && changes_.is_restorable(row.message.id);
    case changing_role: return changes_.is_under_way(row.message.id);
    default: return {};
    }
}

QHash<int, QByteArray> ChatModel::roleNames() const {
    return {{sender_role, "sender"},
            {tint_role, "tint"},
            {is_own_role, "isOwn"},
            {markup_role, "markup"},
            {links_role, "links"},
            {text_role, "plain"},
            {time_role, "time"},
            {delivery_role, "delivery"},
            {late_role, "late"},
            {first_of_run_role, "firstOfRun"},
            {group_role, "group"},
            {private_role, "isPrivate"},
            {first_unread_role, "firstUnread"},
            {line_role, "line"},
            {edited_role, "edited"},
            {deleted_role, "deleted"},
            {reactions_role, "reactions"},
            {quote_role, "quote"},
            {may_answer_role, "mayAnswer"},
            {may_change_role, "mayChange"},
            {restorable_role, "restorable"},
            {changing_role, "changing"},
            {may_edit_role, "mayEdit"},
            {file_role, "file"},
            {scene_role, "scene"}};
}

void ChatModel::take_file_state(const base::Hash& hash) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
        const auto& message = rows_[row].message;
        if (!message.file || message.file->hash != hash) continue;
        const auto changed = index(static_cast<int>(row));
        emit dataChanged(changed, changed, {file_role});
        if (message.private_with.value() != 0 && !rows_[row].own) files_.note_ended(message);
    }
}

void ChatModel::send_again(int row) {
    if (row < 0 || row >= rowCount()) return;
    const auto failed = rows_[static_cast<std::size_t>(row)];
    if (failed.delivery != DeliveryState::failed) return;
    beginRemoveRows({}, row, row);
    rows_.erase(static_cast<std::size_t>(row));
    endRemoveRows();
    outbox_.send_again(failed.message);
}

int ChatModel::row_of(ChatId line) const {
    const auto row = rows_.find(line);
    return row ? static_cast<int>(*row) : -1;
}

void ChatModel::clear() {
    outbox_.addressee()->set_group({});
    outbox_.addressee()->write_to_all();
    composer_.cancel();
    search_.set_text({});
    changes_.clear();
    beginResetModel();
    rows_.clear();
    endResetModel();
    unread_.clear();
    // Or the next call would begin with it.
    news_.clear();
    emit news_changed();
    emit count_changed();
}

std::size_t ChatModel::insert(ChatRow row) {
    if (rows_.size() >= messages_max) {
        beginRemoveRows({}, 0, 0);
        rows_.erase(0);
        endRemoveRows();
    }
    const auto id = row.message.id;
    const auto place = row.message.earlier ? rows_.place_of(row.message, rows_.size()) : rows_.size();
    beginInsertRows({}, static_cast<int>(place), static_cast<int>(place));
    rows_.insert(place, std::move(row));
    endInsertRows();
    tell_run(place);
    // Answers to it may be here.
    if (place + 1 < rows_.size()) tell_content(id);
    emit count_changed();
    return place;
}

void ChatModel::receive(const ChatMessage& message) {
    ChatRow row{.message = message, .own = message.sender == outbox_.self()};
    if (!row.own) row.take_name(members_.shown_name(message.sender));
    if (!row.own) files_.note(row.message);
    const auto own = row.own;
    const auto place = insert(std::move(row));
    if (own) return;
    unread_.note_line(message.id, place);
    if (!message.earlier) tell_news(rows_[place].message);
}

void ChatModel::tell_news(const ChatMessage& message) {
    // So that the same words are told again.
    news_.clear();
    emit news_changed();
    constexpr int spoken_max = 300;
    const auto text = message.text.size() > spoken_max ? message.text.left(spoken_max) + QChar{0x2026} : message.text;
    news_ = message.file                        ? tr("%1 offers the file %2.").arg(message.sender_name, text)
            : message.private_with.value() != 0 ? tr("%1, only to you: %2").arg(message.sender_name, text)
            : message.group.isEmpty()           ? tr("%1: %2").arg(message.sender_name, text)
                                                : tr("%1, in %2: %3").arg(message.sender_name, message.group, text);
    emit news_changed();
}

void ChatModel::take_content(ChatId line, const ChatContent& content) {
    const auto row = rows_.find(line);
    if (!row) return;
    auto& message = rows_[*row].message;
    if (rows_[*row].own && message.deleted != content.deleted) files_.note_offered(message, !content.deleted);
    message.text = content.text;
    message.edited = content.edited;
    message.deleted = content.deleted;
    message.reactions = content.reactions;
    tell_content(line);
}

void ChatModel::set_delivery(ChatId id, DeliveryState state) {
    const auto place = rows_.find(id);
    if (!place || !rows_[*place].own || rows_[*place].delivery == state) return;
    rows_[*place].delivery = state;
    const auto row = index(static_cast<int>(*place));
    emit dataChanged(row, row, {delivery_role, may_answer_role, may_change_role, may_edit_role});
}

void ChatModel::set_time(ChatId id, const QDateTime& sent_at) {
    const auto row = rows_.find(id);
    if (!row) return;
    auto& [message, own, delivery] = rows_[*row];
    message.sent_at = sent_at;
    // An own one stays where it was written.
    const auto place = delivery == DeliveryState::sending ? *row : rows_.place_of(message, *row);
    if (place != *row) {
        const auto from = static_cast<int>(*row);
        beginMoveRows({}, from, from, {}, static_cast<int>(place));
        rows_.move_up(*row, place);
        endMoveRows();
        tell_run(*row);
        unread_.note_moved(id, *row, place);
    }
    tell_run(place);
}

void ChatModel::tell_run(std::size_t row) {
    const auto first = static_cast<int>(row);
    emit dataChanged(index(first), index(std::min(first + 1, rowCount() - 1)), {time_role, first_of_run_role});
}

void ChatModel::tell_content(ChatId line) {
    const auto place = rows_.find(line);
    if (!place) return;
    const auto changed = index(static_cast<int>(*place));
    emit dataChanged(changed, changed,
                     {markup_role, links_role, text_role, Qt::DisplayRole, edited_role, deleted_role, reactions_role,
                      may_answer_role, may_change_role, restorable_role, changing_role, may_edit_role, file_role});
    for (auto row = *place + 1; row < rows_.size(); ++row) {
        if (rows_[row].message.answers != line) continue;
        const auto answer = index(static_cast<int>(row));
        emit dataChanged(answer, answer, {quote_role});
    }
    search_.update();
}

void ChatModel::tell_all(const QList<int>& roles) {
    if (!rows_.empty()) emit dataChanged(index(0), index(rowCount() - 1), roles);
}

void ChatModel::retranslate() { tell_all({sender_role, time_role, file_role}); }

} // namespace plenum::ui
