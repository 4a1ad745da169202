// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/chat_rows.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

/// What others wrote while the chat was not on the screen: how many messages, and the first of them.
class ChatUnread : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatModel")
    Q_PROPERTY(int count READ count NOTIFY count_changed)
    /// Whether the person can see the chat now.
    Q_PROPERTY(bool visible MEMBER visible_ NOTIFY visible_changed)

  public:
    /// Outlives this.
    explicit ChatUnread(const ChatRows& rows);

    [[nodiscard]] int count() const { return count_; }
    /// Stays while one reads, so that one finds where to begin.
    [[nodiscard]] bool is_first(ChatId line) const { return first_ == line; }

    /// A line of somebody else is at this row now.
    void note_line(ChatId line, std::size_t row);
    /// It moved up.
    void note_moved(ChatId line, std::size_t from, std::size_t to);
    void clear();

  signals:
    void count_changed();
    void visible_changed();
    void first_changed();

  private:
    void set_count(int count);
    void set_first(std::optional<ChatId> line);
    [[nodiscard]] std::optional<std::size_t> row_of_first() const;

    const ChatRows& rows_;
    int count_{0};
    bool visible_{false};
    std::optional<ChatId> first_;
};

} // namespace plenum::ui
