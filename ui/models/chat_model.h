// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/drafts.h"
#include "ui/port/chat_port.h"

#include <QAbstractListModel>
#include <QtQml/qqmlregistration.h>

#include <deque>
#include <optional>

namespace plenum::ui {

class MembersModel;

/// The chat in the order of its messages; those from before our joining stand in the order of their times. Beyond
/// `messages_max` the oldest go.
class ChatModel : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ count NOTIFY count_changed)
    /// Messages of others that came while the chat was not on the screen.
    Q_PROPERTY(int unread READ unread NOTIFY unread_changed)
    /// Whether the person can see the chat now.
    Q_PROPERTY(bool visible MEMBER visible_ NOTIFY visible_changed)
    Q_PROPERTY(plenum::ui::Drafts* drafts READ drafts CONSTANT)

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
        /// The oldest that came while the chat was not in sight; until the chat is out of sight again.
        first_unread_role,
    };
    static constexpr std::size_t messages_max = 5000;

    ChatModel(ChatPort& port, const MembersModel& members, QObject* parent = nullptr);

    [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }
    [[nodiscard]] int unread() const { return unread_; }
    [[nodiscard]] Drafts* drafts() { return &drafts_; }
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

    /// Sends what a person typed; false if there is nothing to send or it is too long.
    Q_INVOKABLE bool send(const QString& text);
    /// Sends a failed message again, as the newest.
    Q_INVOKABLE void send_again(int row);
    /// Characters still free for a draft; negative: too long.
    Q_INVOKABLE int bytes_left(const QString& draft) const;
    void set_self(base::MemberIndex self, const QString& name);
    /// Where what we write goes; empty: to everybody.
    void set_group(const QString& label);
    void clear();
    /// The language changed: how times are written, and words beside names.
    void retranslate();

  signals:
    void count_changed();
    void unread_changed();
    void visible_changed();
    void received(const QString& sender, const QString& text);

  private:
    struct Row {
        ChatMessage message;
        bool own{false};
        DeliveryState delivery{DeliveryState::sent};
    };
    /// At its place, which is the end but for what was written before we came.
    std::size_t insert(Row row);
    /// Where this message belongs among the rows before `end`: no sender's messages change places.
    [[nodiscard]] std::size_t place_of(const ChatMessage& message, std::size_t end) const;
    void move_up(std::size_t from, std::size_t to);
    void receive(const ChatMessage& message);
    void take_names();
    /// False where the name is what it was.
    static bool take_name(ChatMessage& message, const QString& name);
    void set_delivery(ChatId id, DeliveryState state);
    void set_time(ChatId id, const QDateTime& sent_at);
    [[nodiscard]] bool first_of_run(std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> row_of(ChatId id) const;
    /// Of this row and the one after it, which may stand under the same name.
    void tell_run(std::size_t row);
    void set_first_unread(std::optional<ChatId> message);

    ChatPort& port_;
    const MembersModel& members_;
    std::deque<Row> rows_;
    base::MemberIndex self_;
    QString self_name_;
    QString group_;
    int unread_{0};
    bool visible_{false};
    Drafts drafts_;
    /// Of the oldest unread message.
    std::optional<ChatId> first_unread_;
};

} // namespace plenum::ui
