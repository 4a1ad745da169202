// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_cameras.h"

#include "ui/models/capture_words.h"
#include "ui/models/figure_words.h"

#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace plenum::ui {
namespace {

/// The larger, the worse.
int badness(CameraStep step) {
    constexpr std::array grades{"good", "idle", "fair", "bad"};
    const auto grade = CaptureWords::grade(step);
    const auto place = std::ranges::find_if(grades, [&](const char* each) { return grade == QLatin1String{each}; });
    return static_cast<int>(place - grades.begin());
}

} // namespace

CaptureCameras::CaptureCameras(CapturePort& port) : port_{port} {
    connect(&port_, &CapturePort::changed, this, &CaptureCameras::follow);
    connect(&port_, &CapturePort::picture, &pictures_, &Pictures::put);
    connect(&port_, &CapturePort::depth_picture, &depths_, &Pictures::put);
    connect(&port_, &CapturePort::ended, this, [this] {
        pictures_.clear();
        depths_.clear();
        show_depth(false);
    });
    follow();
}

void CaptureCameras::follow() {
    auto now = port_.cameras();
    note_gone(now);
    if (now == cameras_) return;
    const bool same = std::ranges::equal(now, cameras_, {}, &CaptureCamera::number, &CaptureCamera::number);
    if (same) {
        const auto before = std::exchange(cameras_, std::move(now));
        for (int row = 0; row < count(); ++row)
            if (cameras_.at(row) != before.at(row)) emit dataChanged(index(row), index(row));
    } else {
        beginResetModel();
        cameras_ = std::move(now);
        endResetModel();
        if (cameras_.isEmpty()) {
            pictures_.clear();
            depths_.clear();
        }
    }
    const auto chosen = std::ranges::find(cameras_, chosen_, &CaptureCamera::number);
    if (chosen == cameras_.end() || chosen->step == CameraStep::in_step) chosen_ = -1;
    emit changed();
}

void CaptureCameras::note_gone(const QList<CaptureCamera>& now) {
    if (port_.phase() == CapturePhase::off) return gone_.clear();
    const auto is_here = [&](const QString& name) {
        return std::ranges::find(now, name, &CaptureCamera::name) != now.end();
    };
    gone_.removeIf([&](const Gone& each) { return is_here(each.name); });
    for (const auto& camera : std::as_const(cameras_))
        if (!camera.name.isEmpty() && !is_here(camera.name)) gone_ << Gone{camera.name, QDateTime::currentDateTime()};
}

const CaptureCamera* CaptureCameras::worst() const {
    const auto place =
        std::ranges::max_element(cameras_, {}, [](const CaptureCamera& camera) { return badness(camera.step); });
    return place == cameras_.end() ? nullptr : &*place;
}

int CaptureCameras::count_of(const QString& grade) const {
    return static_cast<int>(std::ranges::count_if(
        cameras_, [&](const CaptureCamera& camera) { return CaptureWords::grade(camera.step) == grade; }));
}

QString CaptureCameras::grade() const {
    const auto* camera = worst();
    return camera == nullptr ? QStringLiteral("idle") : CaptureWords::grade(camera->step);
}

QString CaptureCameras::summary() const {
    const auto good = count_of(QStringLiteral("good"));
    if (count() == 0) return tr("No camera yet");
    if (good == count()) return count() == 1 ? tr("1 camera in step") : tr("%1 cameras in step").arg(count());
    const auto* camera = worst();
    const bool alone = count() - good == 1;
    if (alone) return tr("%1: %2", "a camera and its state").arg(camera->name, CaptureWords::step(*camera));
    return tr("%1 of %2 cameras in step").arg(good).arg(count());
}

QString CaptureCameras::advice() const {
    const auto chosen = std::ranges::find(cameras_, chosen_, &CaptureCamera::number);
    const auto* camera = chosen != cameras_.end() ? &*chosen : worst();
    return camera == nullptr ? QString{} : CaptureWords::advice(*camera);
}

QString CaptureCameras::gone() const {
    QStringList words;
    for (const auto& each : gone_)
        words << tr("“%1” at %2", "a camera, and the time at which it left")
                     .arg(each.name, QLocale{}.toString(each.since.time(), QLocale::ShortFormat));
    return words.join(QStringLiteral(", "));
}

int CaptureCameras::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : count(); }

QVariant CaptureCameras::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() < 0 || index.row() >= count()) return {};
    const auto& camera = cameras_.at(index.row());
    switch (role) {
    case number_role: return camera.number;
    case name_role: return camera.name;
    case step_role: return CaptureWords::step(camera);
    case grade_role: return CaptureWords::grade(camera.step);
    case icon_role: return CaptureWords::icon(camera.step);
    case advice_role: return CaptureWords::advice(camera);
    case figures_role:
        return camera.ensemble == 0
                   ? QString{}
                   : tr("ensemble %1 · %2")
                         .arg(QLocale{}.toString(camera.ensemble), CaptureWords::bytes(camera.frame_bytes));
    case brief_role:
        return camera.ensemble == 0 ? QString{}
                                    : QLocale{}.toString(camera.ensemble) + QStringLiteral(" · ") +
                                          CaptureWords::bytes(camera.frame_bytes);
    case level_role: return std::log10(std::clamp(camera.weight, weight_min, weight_max));
    case share_role: return tr("%1 %").arg(std::lround(camera.share * 100));
    case calibrated_role: return camera.calibrated;
    default: return {};
    }
}

QHash<int, QByteArray> CaptureCameras::roleNames() const {
    return {{number_role, "number"},
            {name_role, "name"},
            {step_role, "step"},
            {grade_role, "grade"},
            {icon_role, "iconName"},
            {advice_role, "advice"},
            {figures_role, "figures"},
            {brief_role, "briefFigures"},
            {level_role, "level"},
            {share_role, "shareWords"},
            {calibrated_role, "calibrated"}};
}

void CaptureCameras::set_level(int number, double level) {
    port_.set_weight(number, std::pow(10.0, std::clamp(level, -1.0, 1.0)));
}

void CaptureCameras::choose(int number) {
    chosen_ = number;
    emit changed();
}

void CaptureCameras::show_depth(bool shown) {
    if (std::exchange(depth_shown_, shown) == shown) return;
    port_.watch_depth(shown);
    if (!shown) depths_.clear();
    emit depth_shown_changed();
}

void CaptureCameras::retranslate() {
    if (count() > 0) emit dataChanged(index(0), index(count() - 1));
    emit changed();
}

} // namespace plenum::ui
