// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/activity_run.h"
#include "ui/port/activity_port.h"
#include "ui/port/people_port.h"
#include "ui/port/session_port.h"

#include <QTimer>
#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <map>
#include <memory>

namespace plenum::ui {

/// What people do together on the stage: which activities there are, who takes part, and the one that we are in.
///
/// Somebody takes part as long as messages of theirs come. So nobody keeps a list, and an activity is over when nobody
/// sends any more.
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
    /// Who is silent for so long takes part no more. Those outside hear one message a second.
    static constexpr base::Duration silence_max = std::chrono::seconds{4};

    Activities(ActivityPort& port, PeoplePort& people, SessionPort& session, QObject* parent = nullptr);
    ~Activities() override;

    [[nodiscard]] QVariantList offers() const;
    [[nodiscard]] const QString& current() const { return current_; }
    [[nodiscard]] QString title() const { return title_of(current_); }
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
    struct Room {
        std::unique_ptr<ActivityRun> run;
        /// When each was heard last.
        std::map<base::MemberIndex, base::ConferenceTime> heard;
        base::MemberIndex starter{};
        bool declined{false};
    };
    [[nodiscard]] const activity::Descriptor* find(const QString& activity) const;
    [[nodiscard]] QString title_of(const QString& activity) const;
    [[nodiscard]] QString people_of(const QString& activity) const;
    /// The activity of the invitation; empty for none.
    [[nodiscard]] QString invited_to() const;
    void set_member(const Member& member);
    void remove_member(base::MemberIndex index);
    void tell_players();
    void receive(const ActivityMessage& message);
    void forget_silent(base::ConferenceTime now);
    void publish(base::ConferenceTime now);
    void follow_state(ConnectionState state);
    void clear();

    ActivityPort& port_;
    std::map<base::MemberIndex, activity::Player> players_;
    std::map<QString, Room> rooms_;
    QString current_;
    QString action_;
    QString news_;
    base::ConferenceTime published_at_{};
    QTimer timer_;
};

} // namespace plenum::ui
