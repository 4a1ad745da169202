// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_capture.h"

#include "ui/port/simulated_scene.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plenum::ui {
namespace {

constexpr std::array places{"left",  "left-top", "centre", "right-top", "right", "overhead", "back-left", "back-right",
                            "floor", "door",     "stage",  "balcony",   "north", "east",     "south",     "west"};
constexpr int ticks_per_scene = 2;
constexpr int depth_width = 320;
constexpr int depth_height = 180;
constexpr qint64 frame_bytes = 182'000;

bool comes(CameraStep step) { return step != CameraStep::silent && step != CameraStep::waiting; }

/// Somebody near before a wall that is far away.
media::VideoFrame depth_frame(int tick) {
    auto pixels = std::make_shared<base::Bytes>(static_cast<std::size_t>(depth_width * depth_height * 3 / 2), 128);
    const auto sway = 8 * std::sin(tick / 12.0);
    for (int y = 0; y < depth_height; ++y)
        for (int x = 0; x < depth_width; ++x) {
            const auto head = std::hypot((x - 160 - sway) / 34.0, (y - 70) / 44.0);
            const auto body = std::hypot((x - 160 - sway / 2) / 84.0, (y - 180) / 66.0);
            const auto nearest = std::min(head, body);
            // Beside an outline nothing is known.
            const auto value = nearest < 1 ? 225 - 60 * nearest : nearest < 1.12 ? 16 : 70;
            (*pixels)[static_cast<std::size_t>(y * depth_width + x)] = static_cast<std::uint8_t>(value);
        }
    return {.width = depth_width, .height = depth_height, .pixels = std::move(pixels)};
}

} // namespace

SimulatedCapture::SimulatedCapture(SimulatedWorld& world) : world_{world} {}

void SimulatedCapture::set_cameras(int count) {
    cameras_.clear();
    QStringList names;
    for (int number = 0; number < count; ++number) {
        const auto place = static_cast<std::size_t>(number) % places.size();
        CaptureCamera camera;
        camera.number = number;
        camera.name = QString::fromLatin1(places[place]);
        camera.step = CameraStep::in_step;
        camera.ensemble = 18'204;
        camera.frame_bytes = frame_bytes + number * 1'700;
        names << camera.name;
        cameras_.push_back({camera, SimulatedPicture{number}});
    }
    calibration_.set_cameras(names);
    emit changed();
}

QList<CaptureCamera> SimulatedCapture::cameras() const {
    QList<CaptureCamera> all;
    if (phase_ != CapturePhase::open && phase_ != CapturePhase::lost) return all;
    double weights = 0;
    for (const auto& each : cameras_)
        weights += each.camera.weight;
    for (const auto& each : cameras_) {
        auto camera = each.camera;
        camera.share = weights > 0 ? camera.weight / weights : 0;
        camera.calibrated = !calibration_.name().isEmpty();
        all << camera;
    }
    return all;
}

void SimulatedCapture::set_step(int camera, CameraStep step, double late_ms) {
    for (auto& each : cameras_)
        if (each.camera.number == camera) {
            each.camera.step = step;
            each.camera.late_ms = late_ms;
        }
    emit changed();
}

void SimulatedCapture::open(const QString&, const QString&) {
    if (world_.state != ConnectionState::in_call || phase_ != CapturePhase::off) return;
    ticks_ = 0;
    replaying_ = false;
    phase_ = CapturePhase::joining;
    emit changed();
}

void SimulatedCapture::replay(const QString& file) {
    if (phase_ != CapturePhase::off) return;
    if (file.contains(QLatin1String{"broken"})) {
        emit ended(CaptureEnd::failed, QStringLiteral("This file is no recording of cameras."));
        return;
    }
    ticks_ = 0;
    replaying_ = true;
    playback_.begin();
    phase_ = CapturePhase::open;
    emit changed();
}

void SimulatedCapture::close() {
    if (phase_ == CapturePhase::off) return;
    clear();
}

void SimulatedCapture::clear() {
    phase_ = CapturePhase::off;
    replaying_ = false;
    sharing_ = false;
    recording_ = {};
    figures_ = {};
    calibration_.clear();
    emit changed();
}

void SimulatedCapture::end(CaptureEnd why, const QString& detail) {
    if (phase_ == CapturePhase::off) return;
    clear();
    emit ended(why, detail);
}

void SimulatedCapture::lose_link(bool lost) {
    if (phase_ != CapturePhase::open && phase_ != CapturePhase::lost) return;
    phase_ = lost ? CapturePhase::lost : CapturePhase::open;
    emit changed();
}

void SimulatedCapture::set_trigger(const CaptureTrigger& trigger) {
    trigger_ = trigger;
    emit changed();
}

void SimulatedCapture::set_weight(int camera, double weight) {
    for (auto& each : cameras_)
        if (each.camera.number == camera) each.camera.weight = weight;
    emit changed();
}

void SimulatedCapture::record(const QString&) {
    if (phase_ != CapturePhase::open) return;
    recording_ = {.on = true, .bytes = 0, .ensembles = 0};
    emit changed();
}

void SimulatedCapture::stop_recording() {
    recording_ = {};
    emit changed();
}

void SimulatedCapture::share_scene(bool on) {
    sharing_ = on;
    emit changed();
}

void SimulatedCapture::save_points(const QString& file) { emit saved(file); }

void SimulatedCapture::tick() {
    if (phase_ == CapturePhase::off) return;
    ++ticks_;
    const auto before = phase_;
    if (phase_ == CapturePhase::joining && ticks_ >= ticks_to_join) phase_ = CapturePhase::lobby;
    if (phase_ == CapturePhase::lobby && !options_.lobby) phase_ = CapturePhase::open;
    if (phase_ != before) emit changed();
    calibration_.tick();
    if (phase_ != CapturePhase::open || cameras_.empty()) return;
    if (replaying_) playback_.tick();
    const bool paused = replaying_ && playback_.place().paused;
    if (paused) return;
    if (trigger_.armed || replaying_) take_ensemble();
    if (ticks_ % ticks_per_scene != 0) return;
    show_pictures();
    if (!calibration_.name().isEmpty()) emit scene(simulated_scene(options_.points, ticks_ / 10.0));
    tell_figures();
}

void SimulatedCapture::take_ensemble() {
    double asynchrony = 2.2 + 0.1 * static_cast<double>(world_.random.below(18));
    if (world_.random.below(24) == 0) asynchrony += 4.5;
    bool complete = true;
    for (auto& each : cameras_) {
        complete = complete && comes(each.camera.step);
        asynchrony = std::max(asynchrony, each.camera.late_ms);
        if (comes(each.camera.step)) ++each.camera.ensemble;
    }
    if (recording_.on) {
        ++recording_.ensembles;
        recording_.bytes += static_cast<qint64>(cameras_.size()) * frame_bytes;
    }
    emit ensemble(complete ? asynchrony : -1);
}

void SimulatedCapture::show_pictures() {
    for (auto& each : cameras_) {
        if (!comes(each.camera.step)) continue;
        emit picture(each.camera.number, each.picture.at(ticks_));
        if (depth_) emit depth_picture(each.camera.number, depth_frame(ticks_ + each.camera.number));
    }
}

void SimulatedCapture::tell_figures() {
    const auto complete = std::ranges::all_of(cameras_, [](const auto& each) { return comes(each.camera.step); });
    const auto wave = std::sin(ticks_ / 30.0);
    const bool calibrated = !calibration_.name().isEmpty();
    figures_ = {.rate_hz = trigger_.armed || replaying_ ? trigger_.rate_hz : 0,
                .complete = complete ? 0.9998 : 0,
                .asynchrony_median_ms = 3.1,
                .asynchrony_p95_ms = 7.4,
                .round_trip_ms = 42,
                .loss = 0.006,
                .available_bps = 38e6 + 3e6 * wave + 2e5 * static_cast<double>(world_.random.below(5)),
                .used_bps = 31e6 + 2e6 * wave,
                .flowshare = 1.02,
                .clock_error_ms = 0.2,
                .points = calibrated ? static_cast<qint64>(options_.points) : 0,
                .scene_rate_hz = calibrated ? trigger_.rate_hz : 0};
    emit figures_changed();
    emit changed();
}

} // namespace plenum::ui
