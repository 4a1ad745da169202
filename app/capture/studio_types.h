// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/cell.h"
#include "core/cluster/trigger_messages.h"
#include "media/depth/calibration_error.h"
#include "media/depth/target.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a studio tells of itself (studio.h).
namespace plenum::app {

/// Names of cameras by number.
using CameraNames = std::map<cluster::FlowNumber, std::string>;

/// How one camera keeps up with the others. The first six are `cluster::CameraState`.
enum class StudioStep : std::uint8_t {
    waiting = 1, ///< no whole frame came of it yet
    in_step = 2,
    late = 3,          ///< its link or its computer is too slow
    silent = 4,        ///< its program stopped, its camera is unplugged, or its link is lost
    other_instant = 5, ///< its clock is wrong
    malformed = 6,     ///< it sends what is no frame
    moved = 7,         ///< it stands or looks otherwise than when it was calibrated
    moved_or_partner = 8,
    wrong_size = 9,  ///< its pictures have another size than when it was calibrated
    name_twice = 10, ///< another camera has its name
};
/// A sentence for people.
[[nodiscard]] std::string_view because(StudioStep step);

struct StudioCamera {
    cluster::FlowNumber number;
    std::string name;
    StudioStep step{StudioStep::waiting};
    /// After the first camera of its newest ensemble.
    double late_ms{0};
    std::uint64_t ensemble{0};
    std::size_t frame_bytes{0};
    /// Relative to the others; 1 unless somebody set it.
    double weight{1};
    /// Its part of the bytes of the last ten seconds, 0 … 1.
    double share{0};
    /// The calibration in force knows it.
    bool calibrated{false};
    /// Since it came.
    std::uint64_t frames{0};
    std::uint64_t late{0};
    std::uint64_t malformed{0};
    /// Since its last frame; absent before the first.
    std::optional<double> silent_ms{};
    friend bool operator==(const StudioCamera&, const StudioCamera&) = default;
};

/// How cameras are triggered.
struct StudioTrigger {
    bool armed{true};
    cluster::Pace pace{cluster::Pace::blocking};
    /// The most, where the pace is blocking. 0.1 … 240.
    double rate_hz{15};
    friend bool operator==(const StudioTrigger&, const StudioTrigger&) = default;
};

/// The cluster over the last ten seconds.
struct StudioFigures {
    /// Ensembles a second, and how many of them are complete, 0 … 1.
    double rate_hz{0};
    double complete{0};
    /// From the first to the last complete frame of an ensemble. Recordings do not have it: 0.
    double asynchrony_mean_ms{0};
    double asynchrony_median_ms{0};
    double asynchrony_p95_ms{0};
    /// Of the receiver's own link; 0 while it is not known.
    double round_trip_ms{0};
    /// 0 … 1.
    double loss{0};
    double clock_error_ms{0};
    /// Of all cameras together, and of one TCP-compatible flow, as the aggregation point measures the path; 0 while no
    /// camera reported it.
    double available_bps{0};
    double fair_bps{0};
    /// Pictures alone, without headers.
    double used_bps{0};
    /// Mean rate of one camera over `fair_bps`; 0 while that is not known.
    double flowshare{0};
    /// Of the newest scene, and how often there is a new one; 0 without calibration.
    std::size_t points{0};
    double scene_rate_hz{0};
    /// Sent of the shared scene.
    double shared_bps{0};
    friend bool operator==(const StudioFigures&, const StudioFigures&) = default;
};

/// Since the beginning.
struct StudioCounts {
    std::uint64_t complete{0};
    std::uint64_t partial{0};
    std::uint64_t late_frames{0};
    std::uint64_t dropped{0};
    friend bool operator==(const StudioCounts&, const StudioCounts&) = default;
};

enum class StudioPhase : std::uint8_t {
    joining = 1,
    lobby = 2, ///< a moderator has to let it in
    open = 3,
    lost = 4, ///< the link is lost; it comes back by itself
    ended = 5,
};

enum class StudioEnd : std::uint8_t {
    stopped = 1,    ///< asked for, or the recording is over
    name_taken = 2, ///< another member receives a cluster of this name; the detail is its name
    refused = 3,    ///< a moderator did not let it in, or removed it
    failed = 4,
};

struct StudioRecording {
    bool on{false};
    std::uint64_t bytes{0};
    std::uint64_t ensembles{0};
    friend bool operator==(const StudioRecording&, const StudioRecording&) = default;
};

/// How well one view fits one camera.
struct StudioViewError {
    std::string view;
    std::string camera;
    double error_px{0};
    /// Left out, since it fits much worse than the others.
    bool rejected{false};
    friend bool operator==(const StudioViewError&, const StudioViewError&) = default;
};

/// How making a calibration stands.
struct StudioCalibration {
    enum class Phase : std::uint8_t {
        none = 1,
        collecting = 2,
        looking = 3,     ///< for the target in the newest view
        calculating = 4, ///< takes seconds
        done = 5,        ///< to be accepted
    };
    Phase phase{Phase::none};
    std::size_t views{0};
    /// Cameras that did not see the target in the newest view.
    std::vector<std::string> unseen;
    /// Where it is done: over all cameras.
    double error_px{0};
    std::vector<StudioViewError> errors;
    /// What went wrong last.
    std::optional<media::depth::CalibrationError> problem;
    friend bool operator==(const StudioCalibration&, const StudioCalibration&) = default;
};

/// Where a recording is played, in its own time without long pauses.
struct StudioPlace {
    base::Duration at{};
    /// As far as it is known; it grows in the first seconds.
    base::Duration length{};
    bool paused{false};
    /// The newest wish that it follows (`PlaybackControl::Wish`).
    std::uint64_t wish{0};
    friend bool operator==(const StudioPlace&, const StudioPlace&) = default;
};

struct StudioStatus {
    StudioPhase phase{StudioPhase::joining};
    bool replaying{false};
    /// Of a recording that can be controlled.
    std::optional<StudioPlace> place;
    /// By number.
    std::vector<StudioCamera> cameras;
    StudioTrigger trigger;
    StudioFigures figures;
    StudioCounts counts;
    StudioRecording recording;
    StudioCalibration calibration;
    /// The file in use, or "calculated"; empty without one.
    std::string calibration_name;
    bool sharing_scene{false};
    friend bool operator==(const StudioStatus&, const StudioStatus&) = default;
};

} // namespace plenum::app
