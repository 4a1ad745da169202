// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/group_state.h"

#include <QTimer>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// How long the groups last, and calling everyone back. Nobody is called back by a clock alone: whoever moderates is
/// told when the time is over, and calls.
class GroupTime : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Groups")
    /// Until everyone is to be back; empty where that is not said.
    Q_PROPERTY(QString left READ left NOTIFY ticked)
    /// We are calling everyone back.
    Q_PROPERTY(bool calling READ calling NOTIFY changed)

  public:
    /// From the call back to its end.
    static constexpr int notice_seconds = 15;
    /// From the end of a call back to the word that the groups are still open.
    static constexpr int unclosed_seconds = 3;

    /// `state` outlives this.
    GroupTime(const GroupState& state, QObject* parent);

    [[nodiscard]] QString left() const;
    [[nodiscard]] bool calling() const { return calling_; }

    /// From now, for all groups; 0: without end.
    Q_INVOKABLE void set_minutes(int minutes);
    Q_INVOKABLE void call_back();
    Q_INVOKABLE void stay();

    /// The first group is there, or the last one is gone.
    void start() { timer_.start(); }
    void stop();
    void tick();
    /// A group's end is another.
    void follow_end(const Group& now, const Group& before);
    /// We are in another group: what was told of the time of ours counts no more.
    void forget_told() { told_of_ = {}; }

  signals:
    void changed();
    void ticked();
    void said(const QString& words);

  private:
    void set_end(const QDateTime& ends_at);
    /// The earliest of ours, or where we moderate of any.
    [[nodiscard]] QDateTime ends_at() const;
    /// Negative where there is no end.
    [[nodiscard]] int seconds_left() const;
    void tell();

    const GroupState& state_;
    QTimer timer_;
    bool calling_{false};
    /// Somebody calls everyone back, us perhaps.
    bool called_{false};
    /// Told already of this end: the minute before it, the end.
    QDateTime told_of_;
    int told_seconds_{-1};
};

} // namespace plenum::ui
