// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/members_model.h"
#include "ui/models/pictures.h"
#include "ui/models/replay_marks.h"
#include "ui/port/conference_ports.h"

#include <QVariantList>
#include <QtQml/qqmlregistration.h>

namespace plenum::ui {

/// "What did I miss?": the last minutes, heard and seen again while the call goes on, until live is reached. Places are
/// in seconds since this model was made, so that they stay while time goes on.
class Replay : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("belongs to Client")
    /// The person looks at it.
    Q_PROPERTY(bool open READ is_open NOTIFY opened_changed)
    /// What is heard is not live.
    Q_PROPERTY(bool on READ is_on NOTIFY moved)
    Q_PROPERTY(bool paused READ paused NOTIFY moved)
    /// "1", "1.5" or "2".
    Q_PROPERTY(QString pace READ pace NOTIFY moved)
    /// The oldest that can be heard, live, and what is heard now.
    Q_PROPERTY(double from READ from NOTIFY changed)
    Q_PROPERTY(double to READ to NOTIFY changed)
    Q_PROPERTY(double position READ position NOTIFY moved)
    /// "You are 40 s behind…"
    Q_PROPERTY(QString words READ words NOTIFY moved)
    /// Of the place, for screen readers.
    Q_PROPERTY(QString place READ place NOTIFY moved)
    Q_PROPERTY(QString reach READ reach NOTIFY changed)
    Q_PROPERTY(QString trouble READ trouble NOTIFY changed)
    /// Who spoke when, and from when there is sound of them: {memberIndex, name, from, reach, spans: [{from, to}]}. The
    /// last may stand for several people, with memberIndex 0.
    Q_PROPERTY(QVariantList lanes READ lanes NOTIFY changed)
    /// {kind: "joined", "left" or "chat", words, at}
    Q_PROPERTY(QVariantList marks READ marks NOTIFY changed)
    /// Whose picture is shown; 0 for nobody's yet.
    Q_PROPERTY(int shown READ shown NOTIFY shown_changed)
    Q_PROPERTY(QString shownName READ shown_name NOTIFY shown_changed)
    Q_PROPERTY(QString shownInitials READ shown_initials NOTIFY shown_changed)
    Q_PROPERTY(int shownTint READ shown_tint NOTIFY shown_changed)

  public:
    /// `members` and `pictures` outlive this.
    Replay(const ConferencePorts& ports, const MembersModel& members, Pictures& pictures, QObject* parent = nullptr);

    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] bool is_on() const { return state_.on; }
    [[nodiscard]] bool paused() const { return state_.on && paused_; }
    [[nodiscard]] QString pace() const;
    [[nodiscard]] double from() const { return seconds(oldest()); }
    [[nodiscard]] double to() const { return seconds(looked_at_); }
    [[nodiscard]] double position() const;
    [[nodiscard]] QString words() const;
    [[nodiscard]] QString place() const;
    [[nodiscard]] QString reach() const;
    [[nodiscard]] QString trouble() const;
    [[nodiscard]] QVariantList lanes() const;
    [[nodiscard]] QVariantList marks() const;
    [[nodiscard]] int shown() const { return static_cast<int>(shown_.value()); }
    [[nodiscard]] QString shown_name() const { return name_of(shown_); }
    [[nodiscard]] QString shown_initials() const { return MembersModel::initials(shown_name()); }
    [[nodiscard]] int shown_tint() const { return shown() % MembersModel::tint_count; }

    /// Opens it, and begins with the last half minute as soon as there is one; or goes back to live.
    Q_INVOKABLE void toggle();
    /// To live at once.
    Q_INVOKABLE void close();
    Q_INVOKABLE void seek(double to_seconds);
    /// By so many steps of 5 s, back where negative.
    Q_INVOKABLE void step_by(int steps);
    /// To the next word, message or newcomer before or after this place.
    Q_INVOKABLE void seek_mark(bool forward);
    Q_INVOKABLE void toggle_paused();
    Q_INVOKABLE void choose(const QString& pace);
    /// "40 s ago"
    [[nodiscard]] Q_INVOKABLE QString ago(double at_seconds) const;
    /// Somebody came in.
    void note_joined(const QString& name);
    void clear();
    void retranslate() { emit changed(); }

  signals:
    void opened_changed();
    void changed();
    void moved();
    void shown_changed();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    void wire(const ConferencePorts& ports);
    void take(const ReplayMaterial& material);
    void follow(const ReplayState& state);
    void play(base::LocalTime from);
    void choose_shown();
    [[nodiscard]] base::LocalTime first_place() const;
    [[nodiscard]] base::LocalTime oldest() const;
    [[nodiscard]] double seconds(base::LocalTime at) const;
    [[nodiscard]] QString name_of(base::MemberIndex member) const;
    [[nodiscard]] QStringList speakers() const;

    ReplayPort& port_;
    const MembersModel& members_;
    Pictures& pictures_;
    ReplayMarks marks_;
    ReplayMaterial material_;
    ReplayState state_;
    ReplayPace pace_{ReplayPace::half_faster};
    base::LocalTime zero_;
    /// When the material was told.
    base::LocalTime looked_at_;
    base::MemberIndex shown_;
    bool open_{false};
    bool paused_{false};
    /// It has begun since it was opened.
    bool begun_{false};
};

} // namespace plenum::ui
