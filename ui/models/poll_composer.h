// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/port/poll_port.h"

#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// The question that a moderator is about to ask, until everyone has it.
class PollComposer : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Polls")
    Q_PROPERTY(int questionMax READ question_max CONSTANT)
    Q_PROPERTY(int choiceMax READ choice_max CONSTANT)
    Q_PROPERTY(int choicesMin READ choices_min CONSTANT)
    Q_PROPERTY(int choicesMax READ choices_max CONSTANT)
    /// On its way.
    Q_PROPERTY(bool asking READ asking NOTIFY changed)
    /// Why nobody was asked; empty if nothing is wrong.
    Q_PROPERTY(QString error READ error NOTIFY changed)
    /// What was typed and not asked. The choices stay where a show of hands was chosen after they were typed.
    Q_PROPERTY(QString draftQuestion READ draft_question NOTIFY changed)
    Q_PROPERTY(QStringList draftChoices READ draft_choices NOTIFY changed)
    Q_PROPERTY(bool draftHands READ draft_hands NOTIFY changed)

  public:
    /// `port` outlives this.
    explicit PollComposer(PollPort& port) : port_{port} {}

    [[nodiscard]] static int question_max() { return PollQuestion::question_max; }
    [[nodiscard]] static int choice_max() { return PollQuestion::choice_max; }
    [[nodiscard]] static int choices_min() { return PollQuestion::choices_min; }
    [[nodiscard]] static int choices_max() { return PollQuestion::choices_max; }
    [[nodiscard]] bool asking() const { return asking_; }
    [[nodiscard]] QString error() const;
    [[nodiscard]] const QString& draft_question() const { return draft_.question; }
    [[nodiscard]] const QStringList& draft_choices() const { return draft_.choices; }
    [[nodiscard]] bool draft_hands() const { return draft_hands_; }

    /// Empty choices do not count.
    Q_INVOKABLE void ask(const QString& question, const QStringList& choices);
    Q_INVOKABLE void ask_for_hands(const QString& question);
    /// For the next time.
    Q_INVOKABLE void keep(const QString& question, const QStringList& choices, bool hands);
    /// What failed was read.
    Q_INVOKABLE void dismiss();
    /// What was typed, too.
    Q_INVOKABLE void clear();
    /// Ours is open.
    void note_open();
    /// Whether it was about this.
    bool note_failure(PollFailure why);

  signals:
    void changed();
    /// Everyone has it.
    void asked();

  private:
    void send(const PollQuestion& question);

    PollPort& port_;
    bool asking_{false};
    std::optional<PollFailure> failure_;
    PollQuestion draft_;
    bool draft_hands_{false};
};

} // namespace plenum::ui
