// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/activity_attendance.h"
#include "ui/models/activity_players.h"
#include "ui/models/activity_run.h"
#include "ui/port/activity_port.h"
#include "ui/port/session_port.h"

#include <QTimer>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <map>
#include <memory>

namespace plenum::ui {

/// What people do together on the stage: which activities there are, who takes part, and the one that we are in.
class Activities : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// Of each: id, title, about, people (words; empty while nobody takes part), current.
    Q_PROPERTY(QVariantList offers READ offers NOTIFY changed)
    /// The id of the one that we are in; empty for none.
    Q_PROPERTY(QString current READ current NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    /// Words: who else takes part.
    Q_PROPERTY(QString people READ people NOTIFY changed)
    /// Words of the button that it wants; empty for none.
    Q_PROPERTY(QString action READ action NOTIFY changed)
    /// For screen readers.
    Q_PROPERTY(QString news READ news NOTIFY changed)
    /// "Ann started Target"; empty where there is nothing to join, or the person said no.
    Q_PROPERTY(QString invitation READ invitation NOTIFY changed)

  public:
    /// Between two pictures.
    static constexpr int frame_ms = 25;

    Activities(ActivityPort& port, PeoplePort& people, SessionPort& session, QObject* parent = nullptr);
    ~Activities() override;

    [[nodiscard]] QVariantList offers() const;
    [[nodiscard]] const QString& current() const { return current_; }
    [[nodiscard]] QString title() const;
    [[nodiscard]] QString people() const { return people_of(current_); }
    [[nodiscard]] const QString& action() const { return action_; }
    [[nodiscard]] const QString& news() const { return news_; }
    [[nodiscard]] QString invitation() const;
    /// The one that we are in; null for none.
    [[nodiscard]] ActivityRun* run();

    /// Starts it, joins it, or goes back to it.
    Q_INVOKABLE void enter(const QString& activity);
    /// That of the invitation.
    Q_INVOKABLE void join();
    Q_INVOKABLE void decline();
    Q_INVOKABLE void leave();
    /// Presses the button.
    Q_INVOKABLE void act();
    void retranslate() { emit changed(); }
    /// Time has passed.
    void tick();

  signals:
    void changed();
    /// There is another picture.
    void ticked();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    [[nodiscard]] QString people_of(const QString& activity) const;
    void tell_players();
    void refuse(const QString& activity);
    void receive(const ActivityMessage& message);
    void publish(base::ConferenceTime now);
    void clear();

    ActivityPort& port_;
    ActivityPlayers players_;
    ActivityAttendance attendance_;
    /// Who comes back goes on where they left.
    std::map<QString, std::unique_ptr<ActivityRun>> runs_;
    QString current_;
    QString action_;
    QString news_;
    base::ConferenceTime published_at_{};
    QTimer timer_;
};

} // namespace plenum::ui
