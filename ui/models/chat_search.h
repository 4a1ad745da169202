// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractItemModel>
#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <vector>

namespace plenum::ui {

/// Looks for words in the chat, from the newest line back.
class ChatSearch : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatModel")
    /// What is looked for; empty: nothing.
    Q_PROPERTY(QString text READ text WRITE set_text NOTIFY changed)
    /// Lines that have it.
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Which of them is looked at, the newest is 1; 0 for none.
    Q_PROPERTY(int position READ position NOTIFY changed)
    /// Its row; -1 for none.
    Q_PROPERTY(int row READ row NOTIFY changed)

  public:
    /// Longer ones find what their beginning finds.
    static constexpr qsizetype text_max = 200;

    /// Looks at `role` of the rows of `lines`, which outlives this.
    ChatSearch(const QAbstractItemModel& lines, int role) : lines_{lines}, role_{role} {}

    [[nodiscard]] QString text() const { return text_; }
    [[nodiscard]] int count() const { return static_cast<int>(rows_.size()); }
    [[nodiscard]] int position() const { return position_; }
    [[nodiscard]] int row() const;
    void set_text(const QString& text);
    /// To an older line, and from the oldest to the newest.
    Q_INVOKABLE void previous();
    /// To a newer one.
    Q_INVOKABLE void next();
    /// The lines are others.
    void update();

  signals:
    void changed();
    /// Other words are looked for.
    void text_changed();

  private:
    void find();

    const QAbstractItemModel& lines_;
    int role_;
    QString text_;
    /// Newest first.
    std::vector<QPersistentModelIndex> rows_;
    int position_{0};
};

} // namespace plenum::ui
