// SPDX-License-Identifier: Apache-2.0
#include "ui/models/call_recording.h"

#include "ui/models/elapsed_time.h"

#include <QLocale>

namespace plenum::ui {
namespace {

const auto recording_notice = QStringLiteral("info");

} // namespace

CallRecording::CallRecording(const ConferencePorts& ports, const MembersModel& members, QObject* parent)
    : QObject{parent},
      port_{ports.recording},
      members_{members} {
    connect(&port_, &RecordingPort::changed, this, &CallRecording::follow);
    connect(&port_, &RecordingPort::ended, this, &CallRecording::tell_end);
    connect(&ports.session, &SessionPort::conference_changed, this, [this](const ConferenceFacts& facts) {
        self_ = facts.self;
        follow();
    });
    // Names may come after who records.
    connect(&ports.people, &PeoplePort::member_changed, this, &CallRecording::follow);
}

QStringList CallRecording::others() const {
    QStringList names;
    for (const auto member : port_.recorders())
        if (member != self_) names << members_.shown_name(member);
    return names;
}

QString CallRecording::own_figures() const {
    const auto state = port_.state();
    const auto size = QLocale{}.formattedDataSize(state.bytes, 0, QLocale::DataSizeSIFormat);
    return ElapsedTime::format(static_cast<int>(state.seconds)) + QStringLiteral(" · ") + size;
}

QString CallRecording::pill() const {
    switch (port_.state().phase) {
    case RecordingState::Phase::announcing: return tr("Telling everyone…");
    case RecordingState::Phase::recording: return own_figures();
    case RecordingState::Phase::paused: return tr("Recording paused");
    case RecordingState::Phase::finishing: return tr("Saving the recording…");
    case RecordingState::Phase::off: break;
    }
    const auto names = others();
    if (names.isEmpty()) return {};
    return names.size() == 1 ? tr("%1 is recording").arg(names.front())
                             : tr("%1 people are recording").arg(names.size());
}

QString CallRecording::words() const {
    const auto names = others().join(QStringLiteral(", "));
    switch (port_.state().phase) {
    case RecordingState::Phase::announcing: return tr("The recording begins once everyone is told.");
    case RecordingState::Phase::recording:
        return names.isEmpty() ? tr("You are recording this call: %1.").arg(own_figures())
                               : tr("You are recording this call: %1. So does: %2.").arg(own_figures(), names);
    case RecordingState::Phase::paused: return tr("Nothing is recorded while the connection is lost.");
    case RecordingState::Phase::finishing: return tr("The recording is being saved.");
    case RecordingState::Phase::off: break;
    }
    return names.isEmpty() ? QString{} : tr("Recording this call: %1.").arg(names);
}

void CallRecording::follow() {
    QMap<std::uint32_t, QString> now;
    for (const auto member : port_.recorders())
        now[member.value()] = members_.shown_name(member);
    for (auto each = now.cbegin(); each != now.cend(); ++each) {
        if (told_.contains(each.key())) continue;
        emit told(each.key() == self_.value() ? tr("You are recording this call. Everyone is told.")
                                              : tr("%1 is recording this call.").arg(each.value()),
                  recording_notice);
    }
    for (auto each = told_.cbegin(); each != told_.cend(); ++each)
        if (!now.contains(each.key()) && each.key() != self_.value())
            emit told(tr("%1 no longer records this call.").arg(each.value()), recording_notice);
    told_ = now;
    emit changed();
}

void CallRecording::tell_end(RecordingEnd why, const QString& file) {
    const auto saved = file.isEmpty() ? QString{} : tr(" What was recorded until then is in %1.").arg(file);
    const auto problem = QStringLiteral("problem");
    switch (why) {
    case RecordingEnd::stopped:
        if (file.isEmpty()) return;
        last_file_ = file;
        emit told(tr("The recording was saved as %1.").arg(file), QStringLiteral("recording"));
        return;
    case RecordingEnd::not_allowed:
        emit told(tr("This conference allows no recordings. A moderator can change that."), problem);
        return;
    case RecordingEnd::forbidden:
        emit told(tr("A moderator forbade recordings, so yours ended.") + saved, problem);
        return;
    case RecordingEnd::no_space:
        emit told((file.isEmpty() ? tr("There is too little space on the disk for a recording. Delete something first.")
                                  : tr("The disk is nearly full, so the recording ended.")) +
                      saved,
                  problem);
        return;
    case RecordingEnd::not_written:
        emit told((file.isEmpty() ? tr("No recording can be written into your folder of videos.")
                                  : tr("The recording could not be written any more, so it ended.")) +
                      saved,
                  problem);
        return;
    case RecordingEnd::not_announced:
        emit told(tr("The others could not be told, so nothing is recorded. Try again in a moment."), problem);
        return;
    }
}

void CallRecording::play_file(const QString& file) {
    if (file.isEmpty() || port_.play(file)) return;
    emit told(tr("Plenum could not play the recording. It is in %1.").arg(file), QStringLiteral("problem"));
}

void CallRecording::clear() {
    told_.clear();
    emit changed();
}

} // namespace plenum::ui
