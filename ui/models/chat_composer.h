// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/port_types.h"

#include <QObject>
#include <QtQml/qqmlregistration.h>

#include <optional>

namespace plenum::ui {

class ChatModel;

/// What the person writes now: a message, an answer, or another text for an own line.
class ChatComposer : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to ChatModel")
    Q_PROPERTY(bool answering READ answering NOTIFY changed)
    Q_PROPERTY(bool editing READ editing NOTIFY changed)
    /// Who said the line that is answered, and what.
    Q_PROPERTY(QString who READ who NOTIFY changed)
    Q_PROPERTY(QString quote READ quote NOTIFY changed)

  public:
    /// `chat` outlives this.
    explicit ChatComposer(ChatModel& chat) : chat_{chat} {}

    [[nodiscard]] bool answering() const { return mode_ == Mode::answer; }
    [[nodiscard]] bool editing() const { return mode_ == Mode::edit; }
    [[nodiscard]] QString who() const { return who_; }
    [[nodiscard]] QString quote() const { return quote_; }

    /// Lines as the rows name them.
    Q_INVOKABLE void answer(const QString& line);
    Q_INVOKABLE void edit(const QString& line);
    /// The last own line that can be edited; false if there is none.
    Q_INVOKABLE bool edit_last();
    /// A plain message again.
    Q_INVOKABLE void cancel();
    /// False if there is nothing to send or it is too long.
    Q_INVOKABLE bool send(const QString& text);
    /// Characters still free for a draft; negative: too long.
    Q_INVOKABLE int bytes_left(const QString& draft) const;

  signals:
    void changed();
    /// The text to begin with.
    void prefilled(const QString& text);

  private:
    enum class Mode : std::uint8_t { plain = 1, answer, edit };
    void begin(Mode mode, ChatId line);

    ChatModel& chat_;
    Mode mode_{Mode::plain};
    ChatId line_;
    QString who_;
    QString quote_;
};

} // namespace plenum::ui
