// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/replay_speaker.h"
#include "ui/models/replay_timeline.h"

namespace plenum::ui {

/// "What did I miss?": the last minutes, heard and seen again while the call goes on, until live is reached. Places are
/// in seconds, as the timeline has them.
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
    /// What is heard now.
    Q_PROPERTY(double position READ position NOTIFY moved)
    /// "You are 40 s behind…"
    Q_PROPERTY(QString words READ words NOTIFY moved)
    /// Of the place, for screen readers.
    Q_PROPERTY(QString place READ place NOTIFY moved)
    Q_PROPERTY(plenum::ui::ReplayTimeline* timeline READ timeline CONSTANT)
    Q_PROPERTY(plenum::ui::ReplaySpeaker* speaker READ speaker CONSTANT)

  public:
    /// `members` and `pictures` outlive this.
    Replay(const ConferencePorts& ports, const MembersModel& members, Pictures& pictures, QObject* parent = nullptr);

    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] bool is_on() const { return state_.on; }
    [[nodiscard]] bool paused() const { return state_.on && paused_; }
    [[nodiscard]] QString pace() const;
    [[nodiscard]] double position() const;
    [[nodiscard]] QString words() const;
    [[nodiscard]] QString place() const;
    [[nodiscard]] ReplayTimeline* timeline() { return &timeline_; }
    [[nodiscard]] ReplaySpeaker* speaker() { return &speaker_; }

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
    /// Somebody came in.
    void note_joined(const QString& name) { history_.marks().note_joined(name); }
    void clear();
    void retranslate() { timeline_.update(); }

  signals:
    void opened_changed();
    void moved();
    /// As `Client::notice`.
    void told(const QString& text, const QString& kind);

  private:
    void take(const ReplayMaterial& material);
    void follow(const ReplayState& state);
    void play(base::LocalTime from);

    ReplayPort& port_;
    ReplayHistory history_;
    ReplayTimeline timeline_;
    ReplaySpeaker speaker_;
    ReplayState state_;
    ReplayPace pace_{ReplayPace::half_faster};
    bool open_{false};
    bool paused_{false};
    /// It has begun since it was opened.
    bool begun_{false};
};

} // namespace plenum::ui
