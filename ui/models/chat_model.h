// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/chat_changes.h"
#include "ui/models/chat_composer.h"
#include "ui/models/chat_files.h"
#include "ui/models/chat_outbox.h"
#include "ui/models/chat_rows.h"
#include "ui/models/chat_search.h"
#include "ui/models/chat_unread.h"
#include "ui/port/chat_port.h"

#include <QAbstractListModel>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

class MembersModel;

/// The chat in the order of its messages; those from before our joining stand in the order of their times. Beyond
/// `messages_max` the oldest go.
class ChatModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ rowCount NOTIFY count_changed)
    /// For screen readers: the newest line of somebody else, empty for a moment before each.
    Q_PROPERTY(QString news READ news NOTIFY news_changed)
    Q_PROPERTY(plenum::ui::ChatUnread* unread READ unread CONSTANT)
    Q_PROPERTY(plenum::ui::ChatOutbox* outbox READ outbox CONSTANT)
    Q_PROPERTY(plenum::ui::ChatChanges* changes READ changes CONSTANT)
    Q_PROPERTY(plenum::ui::ChatComposer* composer READ composer CONSTANT)
    Q_PROPERTY(plenum::ui::ChatSearch* search READ search CONSTANT)
    Q_PROPERTY(plenum::ui::ChatFiles* files READ files CONSTANT)

  public:
    enum RoleId {
        sender_role = Qt::UserRole + 1,
        tint_role,
        is_own_role,
        markup_role,
        /// Addresses in the text, in order.
        links_role,
        text_role,
        time_role,
        delivery_role,
        late_role,
        first_of_run_role,
        group_role,
        /// Nobody but the two of us reads it.
        private_role,
        /// The oldest that came while the chat was not in sight; until the chat is out of sight again.
        first_unread_role,
        /// Names the line, whatever its row is.
        line_role,
        edited_role,
        deleted_role,
        /// Maps of "kind", "count", "own" and "names", the others'.
        reactions_role,
        /// A map of the line that it answers: "line", "who", "own", "text", "known"; empty if it answers none.
        quote_role,
        may_answer_role,
        may_change_role,
        /// It was deleted a moment ago.
        restorable_role,
        /// A change of it is on its way.
        changing_role,
        may_edit_role,
        /// A map of the file that it offers, as `ChatFiles::describe` has it; empty if it offers none.
        file_role,
        /// What of a shared screen its author looked at, for `SharedScreens::look_back`; empty for none.
        scene_role,
    };
    static constexpr std::size_t messages_max = 5000;

    /// All outlive this.
    ChatModel(ChatPort& port, FilePort& files, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] const QString& news() const { return news_; }
    [[nodiscard]] ChatUnread* unread() { return &unread_; }
    [[nodiscard]] ChatOutbox* outbox() { return &outbox_; }
    [[nodiscard]] ChatChanges* changes() { return &changes_; }
    [[nodiscard]] ChatComposer* composer() { return &composer_; }
    [[nodiscard]] ChatSearch* search() { return &search_; }
    [[nodiscard]] ChatFiles* files() { return &files_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /// Sends a failed message again, as the newest.
    Q_INVOKABLE void send_again(int row);
    /// Of a line, as `line_role` names it; -1 if it is not there.
    Q_INVOKABLE int row_named(const QString& line) const { return row_of(ChatChanges::line_named(line)); }
    [[nodiscard]] int row_of(ChatId line) const;
    void clear();
    /// The language changed: how times are written, and words beside names.
    void retranslate();

  signals:
    void count_changed();
    void news_changed();

  private:
    /// At its place, which is the end but for what was written before we came.
    std::size_t insert(ChatRow row);
    void take_file_state(const base::Hash& hash);
    void receive(const ChatMessage& message);
    void tell_news(const ChatMessage& message);
    void take_content(ChatId line, const ChatContent& content);
    void set_delivery(ChatId id, DeliveryState state);
    void set_time(ChatId id, const QDateTime& sent_at);
    /// Of this row and the one after it, which may stand under the same name.
    void tell_run(std::size_t row);
    /// Of this line and those that answer it.
    void tell_content(ChatId line);
    void tell_all(const QList<int>& roles);

    const MembersModel& members_;
    ChatRows rows_;
    QString news_;
    ChatUnread unread_{rows_};
    ChatChanges changes_;
    ChatComposer composer_{*this};
    ChatSearch search_{*this, text_role};
    ChatFiles files_;
    ChatOutbox outbox_;
};

} // namespace plenum::ui
