// SPDX-License-Identifier: Apache-2.0
#include "ui/models/replay.h"

#include "ui/models/replay_words.h"

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

using namespace std::chrono_literals;

constexpr base::Duration step = 5s;

} // namespace

Replay::Replay(const ConferencePorts& ports, const MembersModel& members, Pictures& pictures, QObject* parent)
    : QObject{parent},
      port_{ports.replay},
      history_{ports, members},
      timeline_{history_},
      speaker_{port_, history_, pictures} {
    connect(&port_, &ReplayPort::material_changed, this, &Replay::take);
    connect(&port_, &ReplayPort::moved, this, &Replay::follow);
    connect(&port_, &ReplayPort::caught_up, this, [this] {
        if (!open_) return;
        close();
        emit told(tr("You have caught up and are live again."), QStringLiteral("info"));
    });
}

// --- what the person does ---

void Replay::toggle() {
    if (open_) return close();
    open_ = true;
    begun_ = paused_ = false;
    port_.set_paused(false);
    port_.set_pace(pace_);
    port_.set_watched(true);
    emit opened_changed();
    timeline_.update();
}

void Replay::close() {
    if (!std::exchange(open_, false)) return;
    port_.stop();
    port_.set_watched(false);
    state_ = {};
    speaker_.clear();
    emit moved();
    emit opened_changed();
}

void Replay::play(base::LocalTime from) {
    if (!open_) return;
    begun_ = true;
    port_.play(from);
    state_.on = true;
    state_.live = port_.now();
    // As the port does it.
    state_.position = std::clamp(from, std::min(history_.oldest(), state_.live), state_.live);
    speaker_.follow(state_.position);
    emit moved();
}

void Replay::seek(double to_seconds) { play(timeline_.place_of(to_seconds)); }

void Replay::step_by(int steps) {
    if (state_.on) play(state_.position + steps * step);
}

void Replay::seek_mark(bool forward) {
    if (!state_.on) return;
    // Going back again goes further, though it played on meanwhile.
    const auto place =
        forward ? history_.place_after(state_.position + 100ms) : history_.place_before(state_.position - 2s);
    if (place) play(*place);
}

void Replay::toggle_paused() {
    if (!state_.on) return;
    paused_ = !paused_;
    state_.paused = paused_;
    port_.set_paused(paused_);
    emit moved();
}

void Replay::choose(const QString& pace) {
    pace_ = pace == QLatin1String{"1"}   ? ReplayPace::usual
            : pace == QLatin1String{"2"} ? ReplayPace::twice
                                         : ReplayPace::half_faster;
    port_.set_pace(pace_);
    emit moved();
}

void Replay::clear() {
    close();
    history_.clear();
    timeline_.update();
}

// --- what is told ---

void Replay::take(const ReplayMaterial& material) {
    history_.take(material);
    if (open_ && !begun_ && history_.oldest() < history_.told_at()) play(history_.first_place());
    timeline_.update();
}

void Replay::follow(const ReplayState& state) {
    if (!open_) return;
    state_ = state;
    speaker_.follow(state_.position);
    emit moved();
}

QString Replay::pace() const {
    return pace_ == ReplayPace::usual   ? QStringLiteral("1")
           : pace_ == ReplayPace::twice ? QStringLiteral("2")
                                        : QStringLiteral("1.5");
}

double Replay::position() const {
    return state_.on ? std::min(timeline_.seconds_of(state_.position), timeline_.to()) : timeline_.to();
}

QString Replay::words() const { return ReplayWords::state(state_, pace_); }

QString Replay::place() const {
    return ReplayWords::place(state_.live - state_.position, history_.speakers_at(state_.position));
}

} // namespace plenum::ui
