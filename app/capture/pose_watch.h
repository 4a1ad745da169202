// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/newest_worker.h"
#include "core/base/time.h"
#include "media/depth/epipolar_check.h"
#include "media/depth/moved_camera_alarm.h"

#include <memory>
#include <mutex>
#include <vector>

namespace plenum::app {

/// Tells from the pictures of a cluster which cameras moved since they were calibrated, on a thread of its own. Any
/// thread may call anything.
///
/// Each pair is measured about three times a second, and again at once while a measurement speaks against what is
/// known. So three measurements that agree, which the alarm asks for, take less than a second.
class PoseWatch {
  public:
    /// Errors: those of `EpipolarCheck` and `MovedCameraAlarm`.
    [[nodiscard]] static media::Result<std::unique_ptr<PoseWatch>>
    create(const media::depth::Calibration& calibration, const std::vector<media::depth::CameraPair>& pairs);

    /// Pictures of one moment, by index in the calibration; an empty one where there is none. Returns at once; most are
    /// not looked at.
    void look(std::vector<media::VideoFrame> pictures);
    /// Until what was given is measured.
    void wait_idle() { worker_->wait_idle(); }
    [[nodiscard]] media::depth::MovedCameraAlarm::Verdict verdict(std::size_t camera) const;

  private:
    struct Pair {
        media::depth::CameraPair cameras;
        media::depth::EpipolarCheck check;
        base::LocalTime due_at{};
    };
    explicit PoseWatch(media::depth::MovedCameraAlarm alarm);
    void measure(const std::vector<media::VideoFrame>& pictures);
    /// Takes a measurement; whether it speaks against what is known.
    [[nodiscard]] bool take(media::depth::CameraPair cameras, std::optional<double> error_px);

    /// Of the thread alone, once it runs.
    std::vector<Pair> pairs_;
    mutable std::mutex mutex_;
    media::depth::MovedCameraAlarm alarm_;
    base::LocalTime due_at_{};
    std::optional<NewestWorker<std::vector<media::VideoFrame>>> worker_;
};

} // namespace plenum::app
