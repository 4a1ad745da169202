// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture.h"

#include "ui/models/capture_words.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <utility>

namespace plenum::ui {
namespace {

/// As a POSIX shell reads it as one word.
QString shell_word(QString text) {
    static const QRegularExpression plain{QStringLiteral("^[A-Za-z0-9_./:-]+$")};
    if (plain.match(text).hasMatch()) return text;
    return QLatin1Char{'\''} + text.replace(QLatin1Char{'\''}, QStringLiteral("'\\''")) + QLatin1Char{'\''};
}

} // namespace

Capture::Capture(CapturePort& port, const Session& session, const Settings& settings)
    : port_{port},
      session_{session},
      settings_{settings},
      cameras_{port},
      charts_{port},
      calibration_{port.calibration()},
      scene_{port},
      control_{port},
      playback_{port.playback()} {
    connect(&port_, &CapturePort::changed, this, &Capture::changed);
    connect(&port_, &CapturePort::ended, this, &Capture::end);
    connect(&port_, &CapturePort::saved, this,
            [this](const QString& file) { emit told(tr("Saved as %1.").arg(file), QStringLiteral("info")); });
    connect(&port_, &CapturePort::failed, this, [this](const CaptureProblem& problem) {
        emit told(CaptureWords::problem(problem), QStringLiteral("problem"));
    });
    connect(&calibration_, &CaptureCalibration::told, this, &Capture::told);
    connect(&session_, &Session::screen_changed, this, &Capture::follow_session);
    connect(&session_, &Session::facts_changed, this, &Capture::changed);
}

QString Capture::state() const {
    switch (port_.phase()) {
    case CapturePhase::off: break;
    case CapturePhase::joining: return QStringLiteral("joining");
    case CapturePhase::lobby: return QStringLiteral("lobby");
    case CapturePhase::lost: return QStringLiteral("lost");
    case CapturePhase::open: return cameras_.count() == 0 ? QStringLiteral("empty") : QStringLiteral("live");
    }
    return name_.isEmpty() ? QStringLiteral("off") : QStringLiteral("ended");
}

QString Capture::command_with(const QString& link) const {
    auto command = QStringLiteral("plenum-cli camera --link %1 --name left --source v4l2").arg(link);
    if (name_ != QLatin1String{usual_name}) command += QStringLiteral(" --cluster ") + shell_word(name_);
    return command;
}

QString Capture::command() const { return command_with(shell_word(session_.facts().link)); }

QString Capture::shown_command() const { return command_with(QStringLiteral("plenum://…")); }

QString Capture::complaint(const QString& name) const {
    if (name.trimmed().isEmpty()) return tr("Give the cluster a name. Its cameras use the same one.");
    if (name.trimmed().toUtf8().size() > name_bytes_max) return tr("This name is too long: use 16 letters or fewer.");
    return {};
}

void Capture::begin(const QString& name, const QString& file) {
    if (on()) port_.close();
    charts_.clear();
    scene_.clear();
    calibration_.set_open(false);
    end_words_.clear();
    name_ = name;
    file_ = file;
    shown_ = true;
}

void Capture::open(const QString& name) {
    if (!complaint(name).isEmpty()) return;
    begin(name.trimmed(), {});
    port_.open(tr("%1 – cameras", "the member as whom somebody receives cameras").arg(settings_.display_name()), name_);
    emit changed();
}

void Capture::replay(const QUrl& file) {
    const auto path = CaptureWords::path(file);
    if (path.isEmpty()) return;
    begin(QFileInfo{path}.fileName(), path);
    port_.replay(path);
    emit changed();
}

void Capture::again() {
    if (replaying())
        replay(QUrl::fromLocalFile(file_));
    else
        open(name_);
}

void Capture::close() {
    if (on()) port_.close();
    name_.clear();
    end_words_.clear();
    file_.clear();
    shown_ = false;
    cameras_.show_depth(false);
    scene_.clear();
    emit changed();
}

void Capture::set_shown(bool shown) {
    if (shown == shown_) return;
    const bool over = replaying() || !on();
    if (!shown && over) return close();
    shown_ = shown && (on() || !name_.isEmpty());
    emit changed();
}

void Capture::end(CaptureEnd why, const QString& detail) {
    end_words_ = CaptureWords::end(why, detail);
    scene_.clear();
    calibration_.set_open(false);
    if (!shown_ && !end_words_.isEmpty()) emit told(end_words_, QStringLiteral("problem"));
    emit changed();
}

void Capture::follow_session() {
    const auto screen = session_.screen();
    // Its conference is over, or another one begins; a recording needs none.
    const bool kept = screen == QLatin1String{"call"} || (replaying() && screen == QLatin1String{"start"});
    if (!kept && !name_.isEmpty()) close();
}

void Capture::retranslate() {
    cameras_.retranslate();
    charts_.retranslate();
    calibration_.retranslate();
    scene_.retranslate();
    control_.retranslate();
    playback_.retranslate();
    emit changed();
}

} // namespace plenum::ui
