// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/newest_worker.h"
#include "app/capture/studio_types.h"
#include "media/depth/calibrator.h"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>

namespace plenum::app {

/// Makes a calibration step by step while pictures come, on a thread of its own. Any thread may call anything.
class CalibrationDesk {
  public:
    CalibrationDesk();

    /// Errors: as `Calibrator::create`.
    [[nodiscard]] media::depth::CalibrationResult<void> start(const media::depth::CalibrationTarget& target,
                                                              std::vector<std::string> cameras);
    /// The pictures that come next are a view. No effect unless it is collecting.
    void take_view();
    [[nodiscard]] bool wants_view() const;
    /// Of one moment, by name of the camera. No effect unless a view is wanted.
    void give_view(const std::map<std::string, media::VideoFrame>& pictures);
    /// No effect unless it is collecting.
    void calculate();
    /// What was calculated. Errors: nothing_calculated.
    [[nodiscard]] media::depth::CalibrationResult<media::depth::Calibration> result() const;
    /// Nothing of it is left.
    void cancel();
    [[nodiscard]] StudioCalibration state() const;
    void wait_idle() { worker_.wait_idle(); }

  private:
    struct View {
        std::string name;
        std::vector<media::VideoFrame> pictures;
    };
    struct Calculation {};
    /// Of one calibration; work on another one is not heard any more.
    struct Job {
        std::shared_ptr<media::depth::Calibrator> calibrator;
        std::variant<View, Calculation> what;
    };
    void work(const Job& job);
    void look(const Job& job, const View& view);
    void calculate(const Job& job);

    mutable std::mutex mutex_;
    StudioCalibration state_;
    bool wants_view_{false};
    std::vector<std::string> cameras_;
    std::shared_ptr<media::depth::Calibrator> calibrator_;
    std::optional<media::depth::Calibration> result_;
    NewestWorker<Job> worker_;
};

} // namespace plenum::app
