// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/models/pictures.h"
#include "ui/models/whiteboard.h"
#include "ui/port/file_replay_port.h"

#include <QVariantList>
#include <QtQml/qqmlregistration.h>

#include <map>

namespace plenum::ui {

/// A recording as the window of `plenum --replay` has it.
class FileReplay : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("made by the application")
    Q_PROPERTY(QString title READ title CONSTANT)
    /// In seconds, as `position`.
    Q_PROPERTY(double duration READ duration CONSTANT)
    Q_PROPERTY(double position READ position NOTIFY moved)
    /// "1:02 of 10:00".
    Q_PROPERTY(QString place READ place NOTIFY moved)
    Q_PROPERTY(bool playing READ playing WRITE set_playing NOTIFY moved)
    Q_PROPERTY(double speed READ speed WRITE set_speed NOTIFY moved)
    /// Each with `name`, `initials`, `tint` and `camera`.
    Q_PROPERTY(QVariantList people READ people NOTIFY people_changed)
    /// The newest last: each with `time`, `name` and `text`; without a name it tells what happened.
    Q_PROPERTY(QVariantList notes READ notes NOTIFY notes_changed)
    Q_PROPERTY(plenum::ui::Pictures* pictures READ pictures CONSTANT)
    /// The shared screen among `pictures`, and its width for its height; 0 for none.
    Q_PROPERTY(int screen READ screen NOTIFY screen_changed)
    Q_PROPERTY(double screenRatio READ screen_ratio NOTIFY screen_changed)
    Q_PROPERTY(plenum::ui::Whiteboard* board READ board CONSTANT)
    /// Something is on it.
    Q_PROPERTY(bool boardUsed READ board_used NOTIFY board_changed)

  public:
    static constexpr std::size_t notes_max = 500;

    /// `port` outlives this.
    explicit FileReplay(FileReplayPort& port, QObject* parent = nullptr);

    [[nodiscard]] QString title() const { return port_.title(); }
    [[nodiscard]] double duration() const { return static_cast<double>(port_.duration_ms()) / 1000; }
    [[nodiscard]] double position() const { return static_cast<double>(port_.position_ms()) / 1000; }
    [[nodiscard]] QString place() const;
    [[nodiscard]] bool playing() const { return port_.playing(); }
    void set_playing(bool playing) { port_.set_playing(playing); }
    [[nodiscard]] double speed() const { return port_.speed(); }
    void set_speed(double speed) { port_.set_speed(speed); }
    [[nodiscard]] QVariantList people() const;
    [[nodiscard]] QVariantList notes() const;
    [[nodiscard]] Pictures* pictures() { return &pictures_; }
    [[nodiscard]] int screen() const { return screen_; }
    [[nodiscard]] double screen_ratio() const { return screen_ratio_; }
    [[nodiscard]] Whiteboard* board() { return &board_; }
    [[nodiscard]] bool board_used() const { return board_used_; }

    Q_INVOKABLE void seek(double seconds) { port_.seek(static_cast<qint64>(seconds * 1000)); }
    Q_INVOKABLE void step_by(double seconds) { seek(position() + seconds); }

  signals:
    void moved();
    void people_changed();
    void notes_changed();
    void screen_changed();
    void board_changed();

  private:
    void note(const RecordedNote& note);
    void show(int number, bool screen, const media::VideoFrame& frame);
    void follow_board();
    [[nodiscard]] static QString words_of(const RecordedNote& note);
    /// As in the call; a floor that only programs know the purpose of is named by its label.
    [[nodiscard]] static QString words_of_floor(const RecordedNote& note);

    FileReplayPort& port_;
    Pictures pictures_{this};
    MembersModel members_;
    Whiteboard board_;
    QList<RecordedPerson> people_;
    std::vector<RecordedNote> notes_;
    int screen_{0};
    double screen_ratio_{0};
    bool board_used_{false};
};

} // namespace plenum::ui
