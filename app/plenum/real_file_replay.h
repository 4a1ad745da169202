// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/recorded_files.h"
#include "app/recording/file_player.h"
#include "core/chat/transcript.h"
#include "ui/port/file_replay_port.h"
#include "ui/port/frame_mailbox.h"

#include <QMap>

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>

namespace plenum::app {

/// The whiteboard of a recording: what was drawn comes in, and nobody draws.
class RecordedBoard : public ui::BoardPort {
    Q_OBJECT

  public:
    [[nodiscard]] board::Author self() const override { return {}; }
    [[nodiscard]] board::Authority authority() const override { return board::Authority::draw; }
    [[nodiscard]] bool may_draw() const override { return false; }
    void publish(board::Publication publication, board::Authority, const base::Bytes&) override {
        emit refused(publication);
    }
    void point(const base::Bytes&) override {}
    [[nodiscard]] bool misses_past() const override { return false; }
    void note_gaps(bool) override {}
    void tell_frontier(const board::Frontier&) override {}
    void give_copy(const board::Copy&, bool, bool) override {}
};

/// A recording that is played, for its window.
class RealFileReplay : public ui::FileReplayPort {
    Q_OBJECT

  public:
    /// Errors: as FilePlayer::open.
    [[nodiscard]] static media::Result<std::unique_ptr<RealFileReplay>> open(RecordedCall call,
                                                                             media::AudioOutput output);

    // FileReplayPort
    [[nodiscard]] QString title() const override { return title_; }
    [[nodiscard]] qint64 duration_ms() const override { return base::to_us(player_->duration()) / 1000; }
    [[nodiscard]] qint64 position_ms() const override { return base::to_us(player_->position()) / 1000; }
    [[nodiscard]] bool playing() const override { return player_->playing(); }
    [[nodiscard]] double speed() const override { return media::factor_of(player_->speed()); }
    void set_playing(bool playing) override { player_->set_playing(playing); }
    void seek(qint64 to_ms) override { player_->seek(base::from_us(to_ms * 1000)); }
    void set_speed(double speed) override;
    [[nodiscard]] ui::BoardPort& board() override { return board_; }
    [[nodiscard]] ui::FilePort& files() override { return *files_; }

  private:
    struct Person {
        QString name;
        base::IdentityKey identity{};
        bool present{false};
        friend bool operator==(const Person&, const Person&) = default;
    };
    /// From the player's thread. Nullopt: anew from the beginning.
    using News = std::optional<TimedEvent>;

    RealFileReplay();
    void push(News news);
    void take_news();
    void begin_anew();
    /// Whether people changed.
    [[nodiscard]] bool take(const TimedEvent& timed);
    void take_floor(const FloorHeld& held, qint64 at_ms);
    void take_message(const MessageHeard& heard, qint64 at_ms);
    void take_chat(const MessageHeard& heard, qint64 at_ms);
    void tell_people();
    void tell(ui::RecordedNote::Kind kind, const QStringList& names, const QString& text, qint64 at_ms);
    [[nodiscard]] QString name_of(base::MemberIndex member) const;

    QString title_;
    RecordedBoard board_;
    ui::FrameMailbox pictures_;
    /// Tracks of cameras by the names of people, and those of screens.
    QMultiMap<QString, int> cameras_;
    std::set<int> screens_;
    std::map<base::MemberIndex, Person> people_;
    /// As they stood last.
    std::map<base::TokenId, FloorHeld> floors_;
    chat::Transcript transcript_;
    std::mutex mutex_;
    std::deque<News> news_;
    /// These last, so that they go first.
    std::unique_ptr<FilePlayer> player_;
    std::unique_ptr<RecordedFiles> files_;
};

} // namespace plenum::app
