// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/camera_names.h"
#include "app/capture/ensemble_recorder.h"
#include "app/capture/pose_watch.h"
#include "app/capture/reconstruction.h"
#include "app/capture/scene_sender.h"
#include "app/capture/studio.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

namespace plenum::app {

/// Depth and points of the pictures of a cluster, while there is a calibration. `take` and `set_sender` are for one
/// thread; any thread may call the others.
class DepthStage {
  public:
    DepthStage(const Studio::Callbacks& callbacks, media::depth::DepthRange range)
        : callbacks_{callbacks},
          range_{range} {}

    /// Takes it into use with the next pictures. Errors: no_pair.
    [[nodiscard]] media::depth::CalibrationResult<void> use(media::depth::Calibration calibration, std::string name);
    /// The file, or "calculated"; empty without a calibration.
    [[nodiscard]] std::string name() const;
    /// As `other_cameras` of the calibration; absent also where there is none.
    [[nodiscard]] std::optional<media::depth::CalibrationError>
    wrong_cameras(std::span<const StudioCamera> cameras) const;
    /// The same once of each calibration, when it was so for that long. Nullopt while less than two cameras are there.
    [[nodiscard]] std::optional<media::depth::CalibrationError> warning(std::span<const StudioCamera> cameras,
                                                                        base::LocalTime now, base::Duration patience);
    [[nodiscard]] bool knows(const std::string& camera) const;
    /// Absent: nothing is wrong with it, as far as depth goes.
    [[nodiscard]] std::optional<StudioStep> trouble(const std::string& camera) const;

    void watch_depth(bool on) { watched_ = on; }
    /// Newest points; null before the first.
    [[nodiscard]] std::shared_ptr<const media::depth::PointCloud> points() const;
    /// Of a camera whose last picture has another size than in the calibration.
    [[nodiscard]] std::optional<StudioError> wrong_size() const;

    /// Null: the scene is not shared.
    void set_sender(SceneSender* sender) { sender_ = sender; }
    /// Whether new points were made of it.
    bool take(const CameraFrames& frames, const CameraNames& names);

  private:
    /// What comes with one calibration.
    struct Setup {
        std::string name;
        Reconstruction reconstruction;
        std::unique_ptr<PoseWatch> watch;
        /// Indexes in the calibration by name.
        std::map<std::string, std::size_t, std::less<>> indexes;
        /// Since when the cameras are others.
        std::optional<base::LocalTime> wrong_since{};
        bool warned{false};
    };
    /// In the order of the calibration; without those of another size, which are noted, and without those whose name is
    /// used twice.
    [[nodiscard]] std::vector<media::VideoFrame> pictures(const Setup& setup, const CameraFrames& frames,
                                                          const CameraNames& names);
    void show(const Setup& setup, std::span<const Reconstruction::PairDepth> depth, const CameraNames& names) const;

    const Studio::Callbacks& callbacks_;
    media::depth::DepthRange range_;
    std::atomic<bool> watched_{false};
    SceneSender* sender_{nullptr};
    mutable std::mutex mutex_;
    std::shared_ptr<Setup> setup_;
    /// Of the last pictures, by camera.
    std::map<std::string, media::depth::ImageSize> wrong_sizes_;
    std::shared_ptr<const media::depth::PointCloud> points_;
};

} // namespace plenum::app
