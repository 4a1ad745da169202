// SPDX-License-Identifier: Apache-2.0
#include "ui/models/capture_words.h"

#include <QLocale>

#include <cmath>

namespace plenum::ui {
namespace {

/// Below ten, tenths count.
QString short_number(double value) { return QLocale{}.toString(value, 'f', std::abs(value) < 10 ? 1 : 0); }

} // namespace

QString CaptureWords::step(const CaptureCamera& camera) {
    switch (camera.step) {
    case CameraStep::waiting: return tr("no frame yet");
    case CameraStep::in_step: return tr("in step");
    case CameraStep::late: return tr("late by %1").arg(milliseconds(std::round(camera.late_ms)));
    case CameraStep::silent: return tr("silent");
    case CameraStep::other_instant: return tr("wrong clock");
    case CameraStep::malformed: return tr("unreadable");
    case CameraStep::moved: return tr("moved");
    case CameraStep::moved_or_partner: return tr("moved?");
    case CameraStep::wrong_size: return tr("wrong size");
    case CameraStep::name_twice: return tr("name used twice");
    }
    return {};
}

QString CaptureWords::advice(const CaptureCamera& camera) {
    const auto& name = camera.name;
    switch (camera.step) {
    case CameraStep::waiting:
        return tr("%1 has sent no frame yet. If none comes within seconds, start its program again.").arg(name);
    case CameraStep::in_step: return {};
    case CameraStep::late:
        return tr("%1 is late by %2 because its link or its computer is too slow. Make its pictures smaller, or give "
                  "it a larger share.")
            .arg(name, milliseconds(std::round(camera.late_ms)));
    case CameraStep::silent:
        return tr("%1 is silent: its program stopped, its camera is unplugged, or its link is lost. Look at its "
                  "computer.")
            .arg(name);
    case CameraStep::other_instant:
        return tr("The clock of %1 is wrong, so its frames are left out. Start its program again.").arg(name);
    case CameraStep::malformed:
        return tr("What %1 sends cannot be read as pictures. Start its program again, in the version that you use "
                  "here.")
            .arg(name);
    case CameraStep::moved:
        return tr("%1 moved since the calibration, so its depth is wrong. Put it back, or calibrate again.").arg(name);
    case CameraStep::moved_or_partner:
        return tr("%1 or its neighbour moved since the calibration, so their depth is wrong. Put them back, or "
                  "calibrate again.")
            .arg(name);
    case CameraStep::wrong_size:
        return tr("The pictures of %1 have another size than in the calibration, so they give no depth. Set the former "
                  "size, or calibrate again.")
            .arg(name);
    case CameraStep::name_twice:
        return tr("More than one camera has the name %1, so they give no depth and cannot be calibrated. Start all but "
                  "one of them again with another name.")
            .arg(name);
    }
    return {};
}

QString CaptureWords::grade(CameraStep step) {
    switch (step) {
    case CameraStep::waiting: return QStringLiteral("idle");
    case CameraStep::in_step: return QStringLiteral("good");
    case CameraStep::late:
    case CameraStep::moved:
    case CameraStep::moved_or_partner:
    case CameraStep::wrong_size:
    case CameraStep::name_twice: return QStringLiteral("fair");
    case CameraStep::silent:
    case CameraStep::other_instant:
    case CameraStep::malformed: break;
    }
    return QStringLiteral("bad");
}

QString CaptureWords::icon(CameraStep step) {
    switch (step) {
    case CameraStep::waiting: return QStringLiteral("sending");
    case CameraStep::in_step: return QStringLiteral("check");
    case CameraStep::late: return QStringLiteral("running-out");
    case CameraStep::silent: return QStringLiteral("lost");
    case CameraStep::moved:
    case CameraStep::moved_or_partner: return QStringLiteral("move");
    case CameraStep::other_instant:
    case CameraStep::malformed:
    case CameraStep::wrong_size:
    case CameraStep::name_twice: break;
    }
    return QStringLiteral("alert");
}

QString CaptureWords::end(CaptureEnd why, const QString& detail) {
    switch (why) {
    case CaptureEnd::stopped: return {};
    case CaptureEnd::name_taken:
        if (!detail.isEmpty())
            return tr("%1 already receives a cluster of this name. Ask them to stop, or choose another name.")
                .arg(detail);
        return tr("Another member already receives a cluster of this name. Ask them to stop, or choose another name.");
    case CaptureEnd::refused:
        return tr("A moderator did not let the cluster in, or removed it. Ask a moderator, then open it again.");
    case CaptureEnd::failed: break;
    }
    return detail.isEmpty() ? tr("The cameras cannot be received. Try again, or start Plenum again.") : detail;
}

QString CaptureWords::problem(const CaptureProblem& problem) {
    using Kind = CaptureProblem::Kind;
    const auto& subject = problem.subject;
    switch (problem.kind) {
    case Kind::file_exists: return tr("%1 exists already. Choose another name, so that nothing is lost.").arg(subject);
    case Kind::file_not_written: return tr("%1 cannot be written. Choose another folder.").arg(subject);
    case Kind::already_recording: return tr("%1 is being recorded already. Stop that first.").arg(subject);
    case Kind::recording_broken:
        return tr("%1 cannot be written any more: the disk may be full. What came before is kept. Make room, and "
                  "record again.")
            .arg(subject);
    case Kind::no_calibration: return tr("There are no points to be saved. Load a calibration, and wait for pictures.");
    case Kind::no_points: break;
    case Kind::wrong_size:
        return tr("There are no points to be saved: the pictures of %1 have another size than when it was calibrated. "
                  "Set the camera to that size, or calibrate again.")
            .arg(subject);
    case Kind::recording_not_shared:
        return tr("A recording cannot be shared. Share the scene while cameras are received.");
    case Kind::scene_refused:
        return tr("The conference did not take the scene: it carries too much already, or you may not share one. "
                  "Ask a moderator.");
    }
    return tr("There are no points to be saved. Wait for pictures that all cameras took of things in range.");
}

QString CaptureWords::problem(const CalibrationProblem& problem) {
    using Kind = CalibrationProblem::Kind;
    const auto& camera = problem.camera;
    const auto views = problem.views == 1 ? tr("1 view") : tr("%1 views").arg(problem.views);
    switch (problem.kind) {
    case Kind::no_cameras: return tr("There is no camera to be calibrated. Wait until cameras send pictures.");
    case Kind::too_many_cameras: return tr("More than 16 cameras cannot be calibrated. Stop some of them.");
    case Kind::name_twice:
        return tr("More than one camera has the name %1, so they give no depth and cannot be calibrated. Start all but "
                  "one of them again with another name.")
            .arg(camera);
    case Kind::bad_target:
        return tr("This target cannot be used. Count its squares or corners again, and measure their sides.");
    case Kind::views_full: return tr("There are 100 views already, which is enough. Calculate.");
    case Kind::wrong_picture:
        return tr("The pictures of %1 changed their size, or their size is odd. Set one even size for the camera, and "
                  "begin the calibration again.")
            .arg(camera);
    case Kind::few_views:
        return tr("%1 sees the target in %2. It needs 3 at least, better 10. Show it the whole target, well lit and "
                  "still.",
                  "a camera; \"2 views\"")
            .arg(camera, views);
    case Kind::few_common_views:
        return tr("%1 sees the target together with a camera whose place is known in %2. It needs 3 at least. Hold the "
                  "target where both see it.",
                  "a camera; \"2 views\"")
            .arg(camera, views);
    case Kind::open_focal_length:
        return tr("The views do not determine the focal length of %1. Add views with the target tilted by 20° to 45° "
                  "to each side, near the edges too.")
            .arg(camera);
    case Kind::no_fit:
        return tr("The views do not fit together. Check the target's size, and that all cameras take their pictures "
                  "at the same moment.");
    case Kind::nothing_calculated: return tr("There is no calibration to be taken into use. Calculate one first.");
    case Kind::unreadable_file: return tr("The file cannot be read. Choose another file.");
    case Kind::no_calibration_file:
        return tr("The file has no calibration that this program can use. Calibrate again, or choose another file.");
    case Kind::not_written:
        return tr("The file cannot be written, so the calibration is not in use yet. Choose another folder.");
    case Kind::other_cameras:
        return tr("The calibration is of other cameras: %1. Give the cameras these names, or calibrate again.")
            .arg(camera);
    case Kind::no_pair:
        return tr("The calibration suits no two cameras, so it gives no depth. Turn cameras to the same place, and "
                  "calibrate again.");
    case Kind::busy: return tr("This program is busy. Try again.");
    case Kind::failed: break;
    }
    return tr("The calibration failed. Take other views, or start Plenum again.");
}

QString CaptureWords::milliseconds(double ms) {
    // What was rounded to whole ones says no tenths.
    const bool whole = ms == std::round(ms);
    return tr("%1 ms").arg(whole ? QLocale{}.toString(ms, 'f', 0) : short_number(ms));
}

QString CaptureWords::bit_rate(double bps) {
    constexpr double mega = 1e6;
    constexpr double kilo = 1e3;
    return bps >= mega ? tr("%1 Mbit/s").arg(short_number(bps / mega))
                       : tr("%1 kbit/s").arg(QLocale{}.toString(bps / kilo, 'f', 0));
}

QString CaptureWords::frequency(double hz) { return tr("%1/s").arg(QLocale{}.toString(hz, 'f', 1)); }

QString CaptureWords::bytes(qint64 bytes) {
    return QLocale{}.formattedDataSize(bytes, bytes < 1'000'000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

} // namespace plenum::ui
