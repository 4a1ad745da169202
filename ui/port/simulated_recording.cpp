// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_recording.h"

namespace plenum::ui {
namespace {

constexpr int ticks_to_announce = 4;
constexpr qint64 bytes_per_second = 250'000;

} // namespace

void SimulatedRecording::start() {
    if (world_.state != ConnectionState::in_call || state_.phase != RecordingState::Phase::off) return;
    ticks_ = 0;
    state_ = {RecordingState::Phase::announcing, 0, 0};
    emit changed();
}

bool SimulatedRecording::play(const QString& file) {
    played_ = file;
    return plays_;
}

QList<base::MemberIndex> SimulatedRecording::recorders() const {
    QList<base::MemberIndex> all;
    if (state_.phase == RecordingState::Phase::recording) all << SimulatedIds::ourselves;
    for (const auto member : others_)
        all << member;
    return all;
}

void SimulatedRecording::tick() {
    if (state_.phase == RecordingState::Phase::off) return;
    ++ticks_;
    if (ticks_ == ticks_to_announce) state_.phase = RecordingState::Phase::recording;
    if (ticks_ < ticks_to_announce || (ticks_ - ticks_to_announce) % simulated_ticks_per_second != 0) return;
    state_.seconds = (ticks_ - ticks_to_announce) / simulated_ticks_per_second;
    state_.bytes = state_.seconds * bytes_per_second;
    emit changed();
}

void SimulatedRecording::end(RecordingEnd why) {
    if (state_.phase == RecordingState::Phase::off) return;
    const bool written = state_.phase == RecordingState::Phase::recording;
    state_ = {};
    emit changed();
    emit ended(why, written ? QStringLiteral("Videos/Design review.mkv") : QString{});
}

void SimulatedRecording::someone_records(base::MemberIndex member, bool records) {
    if (records)
        others_.insert(member);
    else
        others_.erase(member);
    emit changed();
}

void SimulatedRecording::clear() {
    others_.clear();
    end(RecordingEnd::stopped);
    emit changed();
}

} // namespace plenum::ui
