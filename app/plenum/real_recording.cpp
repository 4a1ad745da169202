// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_recording.h"

#include "core/board/snapshot.h"

#include <QDateTime>
#include <QDir>
#include <QProcess>
#include <QStandardPaths>

#include <utility>

namespace plenum::app {
namespace {

constexpr int poll_interval_ms = 250;

/// A title as a file may be called on any system.
QString file_title(const QString& title) {
    QString safe;
    for (const auto letter : title.left(80))
        safe += letter.isPrint() && !QStringLiteral("/\\:*?\"<>|").contains(letter) ? letter : QLatin1Char{'_'};
    safe = safe.trimmed();
    return safe.isEmpty() || safe.startsWith(QLatin1Char{'.'}) ? QStringLiteral("Plenum ") + safe : safe;
}

ui::RecordingEnd end_of(Recording::End end) {
    switch (end) {
    case Recording::End::stopped: break;
    case Recording::End::not_allowed: return ui::RecordingEnd::not_allowed;
    case Recording::End::forbidden: return ui::RecordingEnd::forbidden;
    case Recording::End::no_space: return ui::RecordingEnd::no_space;
    case Recording::End::not_written: return ui::RecordingEnd::not_written;
    case Recording::End::not_announced: return ui::RecordingEnd::not_announced;
    }
    return ui::RecordingEnd::stopped;
}

} // namespace

RealRecording::RealRecording(std::optional<CurrentCall>& call) : call_{call} {
    timer_.setInterval(poll_interval_ms);
    connect(&timer_, &QTimer::timeout, this, &RealRecording::poll);
}

void RealRecording::set_board(const ui::Whiteboard& board) {
    board_ = &board;
    pictures_ = std::make_unique<BoardPictures>(board);
    connect(&board.surface().images(), &ui::BoardImages::shown, this, &RealRecording::attach);
}

std::filesystem::path RealRecording::next_path() const {
    const auto folder = folder_.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::MoviesLocation) : folder_;
    QDir{}.mkpath(folder);
    const auto name = folder + QLatin1Char{'/'} + file_title(call_->facts.title) +
                      QDateTime::currentDateTime().toString(QStringLiteral(" yyyy-MM-dd HH-mm-ss"));
    auto path = name + QStringLiteral(".mkv");
    for (int number = 2; QFileInfo::exists(path); ++number)
        path = name + QStringLiteral(" %1.mkv").arg(number);
    return path.toStdString();
}

base::Bytes RealRecording::board_snapshot() const {
    return board_ == nullptr ? base::Bytes{} : board::encode_snapshot(board_->surface().document().present());
}

void RealRecording::start() {
    if (recording_ || !call_ || call_->session() == nullptr || call_->media() == nullptr ||
        call_->state != ui::ConnectionState::in_call)
        return;
    Recording::Options options;
    options.file.path = next_path();
    options.file.about = {call_->facts.title.toStdString(), std::chrono::system_clock::now()};
    options.board = [this] { return board_snapshot(); };
    recording_ = std::make_unique<Recording>(*call_->session(), *call_->media(), std::move(options), call_->view);
    timer_.start();
    // No signal before this has returned.
    QMetaObject::invokeMethod(this, &RealRecording::poll, Qt::QueuedConnection);
}

void RealRecording::stop() {
    if (!recording_) return;
    recording_->stop();
    QMetaObject::invokeMethod(this, &RealRecording::poll, Qt::QueuedConnection);
}

void RealRecording::set_player(QString program, QStringList words) {
    player_ = std::move(program);
    player_words_ = std::move(words);
}

bool RealRecording::play(const QString& file) {
    const auto words = QStringList{player_words_} << QStringLiteral("--replay") << file;
    return !player_.isEmpty() && QProcess::startDetached(player_, words);
}

ui::RecordingState RealRecording::state() const {
    if (!recording_) return {};
    const auto status = recording_->status(client::Session::now());
    ui::RecordingState state;
    switch (status.phase) {
    case Recording::Phase::announcing: state.phase = ui::RecordingState::Phase::announcing; break;
    case Recording::Phase::recording: state.phase = ui::RecordingState::Phase::recording; break;
    case Recording::Phase::paused: state.phase = ui::RecordingState::Phase::paused; break;
    case Recording::Phase::finishing:
    case Recording::Phase::done: state.phase = ui::RecordingState::Phase::finishing; break;
    }
    state.bytes = static_cast<qint64>(status.bytes);
    state.seconds = std::chrono::duration_cast<std::chrono::seconds>(status.duration).count();
    return state;
}

QList<base::MemberIndex> RealRecording::recorders() const {
    QList<base::MemberIndex> all;
    if (!call_) return all;
    for (const auto& [index, member] : call_->view.members())
        if (member.recording) all << index;
    return all;
}

void RealRecording::handle(const node::Event& event) {
    if (recording_) recording_->handle(event, call_->view);
    const bool concerns = std::holds_alternative<node::MemberRecording>(event) ||
                          std::holds_alternative<node::MemberJoined>(event) ||
                          std::holds_alternative<node::MemberLeft>(event);
    if (concerns) emit changed();
}

void RealRecording::poll() {
    if (!recording_ || !call_) return;
    recording_->poll(call_->view, client::Session::now());
    const auto phase = recording_->status(client::Session::now()).phase;
    if (!pictures_run_ && pictures_ && recording_->recorder() != nullptr && phase == Recording::Phase::recording) {
        pictures_run_ = true;
        pictures_->begin([recorder = recording_->shared_recorder()](const media::EncodedFrame& frame) {
            recorder->board_picture(frame);
        });
    }
    const bool records = phase == Recording::Phase::recording;
    if (!std::exchange(attaching_, records) && records && board_ != nullptr) {
        for (const auto& [image, path] : board_->surface().images().shown_now())
            attach(image, path);
    }
    if (phase == Recording::Phase::done) return tell_end();
    if (const auto now = state(); std::exchange(told_, now) != now) emit changed();
}

void RealRecording::attach(const board::ImageReference& image, const QString& path) {
    if (!recording_ || recording_->recorder() == nullptr || path.isEmpty()) return;
    if (recording_->status(client::Session::now()).phase != Recording::Phase::recording) return;
    if (attached_.insert(image.content).second)
        recording_->recorder()->board_content(image.content, image.media_type, path.toStdString());
}

void RealRecording::tell_end() {
    if (!recording_) return;
    if (pictures_) pictures_->end();
    pictures_run_ = attaching_ = false;
    attached_.clear();
    timer_.stop();
    const auto status = recording_->status(client::Session::now());
    const bool written = recording_->recorder() != nullptr;
    const auto file = written ? QString::fromStdString(recording_->path().string()) : QString{};
    recording_.reset();
    told_ = {};
    emit changed();
    // With the call: once the last screen is there, which shows it.
    const auto tell = [this, why = end_of(status.end), file] { emit ended(why, file); };
    QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
}

void RealRecording::clear() {
    if (recording_) recording_->stop();
    tell_end();
    emit changed();
}

} // namespace plenum::app
