// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum/board_pictures.h"
#include "app/plenum/current_call.h"
#include "app/recording/recording.h"
#include "ui/port/recording_port.h"

#include <QStringList>
#include <QTimer>

#include <memory>
#include <set>

namespace plenum::app {

/// Our recording of the call, in the person's folder of videos.
class RealRecording : public ui::RecordingPort {
    Q_OBJECT

  public:
    /// `call` outlives this.
    explicit RealRecording(std::optional<CurrentCall>& call);

    // RecordingPort
    void start() override;
    void stop() override;
    [[nodiscard]] bool play(const QString& file) override;
    [[nodiscard]] ui::RecordingState state() const override;
    [[nodiscard]] QList<base::MemberIndex> recorders() const override;

    /// Its pictures go into the recording. Outlives every call.
    void set_board(const ui::Whiteboard& board);
    void handle(const node::Event& event);
    /// The call is over: the file is finished.
    void clear();

    /// What plays recordings: this program with these words, "--replay" and the file.
    void set_player(QString program, QStringList words);
    /// Where recordings go; empty: the person's folder of videos.
    void set_folder(QString folder) { folder_ = std::move(folder); }

  private:
    void poll();
    void tell_end();
    [[nodiscard]] std::filesystem::path next_path() const;
    [[nodiscard]] base::Bytes board_snapshot() const;
    /// The content of a picture on the whiteboard, once.
    void attach(const board::ImageReference& image, const QString& path);

    std::optional<CurrentCall>& call_;
    std::unique_ptr<Recording> recording_;
    const ui::Whiteboard* board_{nullptr};
    std::unique_ptr<BoardPictures> pictures_;
    bool pictures_run_{false};
    /// Contents that are in the file, and whether it has all that the board shows.
    std::set<base::Hash> attached_;
    bool attaching_{false};
    QTimer timer_;
    QString folder_;
    QString player_;
    QStringList player_words_;
    ui::RecordingState told_;
};

} // namespace plenum::app
