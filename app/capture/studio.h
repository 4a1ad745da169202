// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/playback_control.h"
#include "app/capture/studio_error.h"
#include "app/capture/studio_types.h"
#include "core/cluster/ensembles.h"
#include "media/depth/calibration_error.h"
#include "media/depth/colour_depth.h"
#include "media/depth/point_cloud.h"
#include "media/frame.h"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <variant>

namespace plenum::app {

/// Joins a conference as a member of its own and receives this cluster.
struct StudioJoin {
    std::string link;
    std::string name{"Capture"};
    /// 1 to 16 bytes.
    std::string cluster{"cluster"};
    StudioTrigger trigger{};
};
/// Plays a recording in place of a cluster.
struct StudioReplay {
    std::filesystem::path file;
    /// As fast as it was recorded; else as fast as it can be read.
    bool at_its_pace{true};
    /// Of one at its pace: who has it pauses, moves to other places, and stays at the end. Else the end ends the
    /// studio.
    std::shared_ptr<PlaybackControl> control{};
};

/// Receives a cluster of cameras, or plays a recording of one: shows pictures, records, calibrates, measures depth,
/// notices cameras that moved, and shares the scene. Any thread may call anything.
class Studio {
  public:
    using Outcome = std::expected<void, StudioError>;
    using CalibrationOutcome = media::depth::CalibrationResult<void>;

    /// Called on the studio's threads, several of them at once; absent ones are not called. They must not destroy the
    /// studio.
    struct Callbacks {
        /// The status is another than before, figures not counted; at most 20 times a second.
        std::function<void()> changed{};
        std::function<void(const cluster::Ensemble&, const CameraNames&)> ensemble{};
        /// Its newest, at most 15 a second.
        std::function<void(cluster::FlowNumber, const media::VideoFrame&)> picture{};
        /// While `watch_depth` is on: nearer is brighter, black where it is not known.
        std::function<void(cluster::FlowNumber, const media::VideoFrame&)> depth_picture{};
        std::function<void(std::shared_ptr<const media::depth::PointCloud>)> scene{};
        std::function<void(const std::string& file)> saved{};
        /// Something that was asked for, and answered with success at first, could not be done after all.
        std::function<void(const StudioError&)> failed{};
        /// The calibration in use does not suit the cameras: name_twice or other_cameras.
        std::function<void(const media::depth::CalibrationError&)> unsuitable{};
        /// The last of all.
        std::function<void(StudioEnd, const std::string& detail)> ended{};
    };
    struct Options {
        std::variant<StudioJoin, StudioReplay> source;
        Callbacks callbacks{};
        /// In use from the first ensemble on; empty for none.
        std::filesystem::path calibration{};
        /// Of the scene.
        media::depth::DepthRange range{};
    };

    [[nodiscard]] static std::expected<std::unique_ptr<Studio>, std::string> open(Options options);
    /// Leaves, and waits until that is done.
    ~Studio();
    Studio(const Studio&) = delete;
    Studio& operator=(const Studio&) = delete;

    /// Leaves; `ended` follows.
    void close();
    /// At most 100 ms old.
    [[nodiscard]] StudioStatus status() const;

    /// No effect on a recording.
    void set_trigger(const StudioTrigger& trigger);
    /// 0.1 … 10, also of cameras that are still to come.
    void set_weight(const std::string& camera, double weight);
    void set_weight(cluster::FlowNumber camera, double weight);

    /// Into a file that must not exist.
    [[nodiscard]] Outcome record(const std::filesystem::path& file);
    void stop_recording();

    /// Of the cameras that are there now.
    [[nodiscard]] CalibrationOutcome start_calibration(const media::depth::CalibrationTarget& target);
    /// The next complete ensemble is a view.
    void take_view();
    void calculate();
    /// Takes the result into use and writes it to the file; an empty one writes nothing.
    [[nodiscard]] CalibrationOutcome accept_calibration(const std::filesystem::path& file);
    void cancel_calibration();
    [[nodiscard]] CalibrationOutcome load_calibration(const std::filesystem::path& file);

    /// Everybody in the conference can watch the scene.
    [[nodiscard]] Outcome share_scene(bool on);
    /// Sent of the scene since the beginning.
    [[nodiscard]] std::uint64_t shared_bytes() const;
    void watch_depth(bool on);
    /// Writes the newest points as PLY; `saved` or `failed` follows.
    void save_points(const std::filesystem::path& file);
    /// Until the newest ensemble was looked at and points are saved: for a studio that has ended, which gets no others.
    void wait_idle();

  private:
    struct Impl;
    explicit Studio(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace plenum::app
