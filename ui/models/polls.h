// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/poll_composer.h"
#include "ui/port/session_port.h"

#include <QAbstractListModel>

#include <vector>

namespace plenum::ui {

/// The polls and shows of hands of the call, the newest first, and our answers.
class Polls : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    Q_PROPERTY(int count READ rowCount NOTIFY changed)
    /// This conference has polls.
    Q_PROPERTY(bool possible READ possible NOTIFY possible_changed)
    /// 1 while an open poll of somebody else has no answer from us. A show of hands counts until it was looked at,
    /// since no hand is an answer.
    Q_PROPERTY(int waiting READ waiting NOTIFY changed)
    /// "Ann asks: …" until it was looked at or put off; empty for nothing.
    Q_PROPERTY(QString invitation READ invitation NOTIFY changed)
    /// Of the open poll "Ann asks: …"; empty if none is open.
    Q_PROPERTY(QString openWords READ open_words NOTIFY changed)
    /// The last change, for those who hear the screen.
    Q_PROPERTY(QString news READ news NOTIFY news_changed)
    /// The list is in sight.
    Q_PROPERTY(bool inSight READ in_sight WRITE set_in_sight NOTIFY changed)
    Q_PROPERTY(plenum::ui::PollComposer* composer READ composer CONSTANT)

  public:
    enum RoleId {
        id_role = Qt::UserRole + 1,
        heading_role,
        question_role,
        hands_role,
        open_role,
        own_role,
        own_answer_role,
        bars_role,
        counts_role,
        raised_role,
        counted_role,
        end_role,
        privacy_role,
    };
    /// The oldest goes.
    static constexpr int polls_max = 100;

    /// Both outlive this.
    Polls(PollPort& port, SessionPort& session);

    [[nodiscard]] bool possible() const { return port_.possible(); }
    [[nodiscard]] int waiting() const;
    [[nodiscard]] QString invitation() const;
    [[nodiscard]] QString open_words() const;
    [[nodiscard]] QString news() const { return news_; }
    [[nodiscard]] bool in_sight() const { return in_sight_; }
    void set_in_sight(bool in_sight);
    [[nodiscard]] PollComposer* composer() { return &composer_; }

    Q_INVOKABLE void answer(int poll, int choice);
    Q_INVOKABLE void take_back(int poll);
    Q_INVOKABLE void end(int poll);
    /// What is asked now needs no further notice.
    Q_INVOKABLE void put_off();
    /// To be pasted elsewhere.
    [[nodiscard]] Q_INVOKABLE QString text(int poll) const;
    void clear();
    void retranslate();

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

  signals:
    void possible_changed();
    void changed();
    void news_changed();
    /// A short word to the person; `kind` as `Client::notice` has it.
    void told(const QString& text, const QString& kind);

  private:
    void take(Poll poll);
    void insert(const Poll& poll);
    void tell(const Poll& poll, bool opened);
    void fail(PollFailure why);
    void announce(const QString& words);
    [[nodiscard]] const Poll* find_open() const;
    [[nodiscard]] bool waits(const Poll* poll) const;

    PollPort& port_;
    PollComposer composer_;
    std::vector<Poll> polls_;
    QString news_;
    /// Of this one a person knows.
    PollId seen_;
    bool in_sight_{false};
};

} // namespace plenum::ui
