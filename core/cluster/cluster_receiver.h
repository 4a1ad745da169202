// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/coordination_metrics.h"
#include "core/cluster/ensembles.h"
#include "core/cluster/frame_receiver.h"
#include "core/cluster/trigger_messages.h"

#include <deque>
#include <map>
#include <optional>

namespace plenum::cluster {

/// How one camera keeps up with the others.
enum class CameraState : std::uint8_t {
    waiting = 1, ///< nothing came of it yet
    in_step = 2,
    late = 3,   ///< its frames come after the others' by more than half of the interval, or after their ensembles
    silent = 4, ///< nothing came for a while, although cameras are armed
    other_instant = 5, ///< it stamps frames with other instants than the others: its clock is wrong, or it is hostile
    malformed = 6,     ///< it sends what is no frame
};

/// The host that receives a cluster: it puts the frames of all cameras together and says how they are triggered.
class ClusterReceiver {
  public:
    struct Camera {
        base::MemberIndex host;
        FrameReceiver frames;
        std::uint64_t frames_received{0};
        std::uint64_t late{0};
        std::uint64_t malformed{0};
        std::size_t frame_bytes{0}; ///< of the newest
        EnsembleId newest;
        /// When its last frame was complete, and how long after the first one of that ensemble.
        std::optional<base::LocalTime> heard_at{};
        base::Duration behind{};
        /// When it last did what a correct camera never does, or came late for its ensemble.
        std::optional<base::LocalTime> malformed_at{};
        std::optional<base::LocalTime> other_instant_at{};
        std::optional<base::LocalTime> late_at{};
        base::LocalTime added_at{};
    };

    explicit ClusterReceiver(const Ensembles::Options& options) : ensembles_{options} {}

    /// In place of the one on this flow, if any. Precondition: `is_flow(flow)`.
    void add_camera(FlowNumber flow, base::MemberIndex host, base::LocalTime now);
    void remove_camera(FlowNumber flow);
    /// By flow.
    [[nodiscard]] const std::map<FlowNumber, Camera>& cameras() const { return cameras_; }

    [[nodiscard]] CameraState state_of(const Camera& camera, base::LocalTime now) const;
    /// Of a camera's host, on its flow.
    void handle_flow_message(FlowNumber flow, base::ByteView message, base::LocalTime now);
    /// A message about triggers, of which drops and instants are noted.
    void handle_trigger_message(base::MemberIndex from, base::ByteView message, base::LocalTime now);
    /// From now on cameras are triggered like this. The revision is ours to count.
    void set_settings(CaptureSettings settings);
    [[nodiscard]] const CaptureSettings& settings() const { return settings_; }

    /// Complete or partial, in order.
    [[nodiscard]] std::optional<Ensemble> poll_ensemble(base::LocalTime now);
    struct ToCamera {
        FlowNumber flow;
        base::Bytes message;
    };
    [[nodiscard]] std::optional<ToCamera> poll_message(base::LocalTime now);
    /// For all, on the flow about triggers.
    [[nodiscard]] std::optional<base::Bytes> poll_settings(base::LocalTime now);
    [[nodiscard]] base::LocalTime next_wakeup() const;

    [[nodiscard]] const CoordinationMetrics& metrics() const { return metrics_; }
    /// As a camera's host told it last; nullopt if none did for some seconds.
    [[nodiscard]] std::optional<PathReport> path(base::LocalTime now) const;
    [[nodiscard]] const Ensembles::Stats& stats() const { return ensembles_.stats(); }

  private:
    void tell_cameras();
    void forget_begun();
    void take(FlowNumber flow, Camera& camera, const base::Bytes& frame, base::LocalTime now);

    std::map<FlowNumber, Camera> cameras_;
    Ensembles ensembles_;
    CoordinationMetrics metrics_;
    CaptureSettings settings_;
    base::LocalTime settings_due_at_{};
    DropOrder drops_;
    PathReport path_;
    std::optional<base::LocalTime> path_at_;
    /// When the first frame of the newest ensembles was complete.
    std::map<EnsembleId, base::LocalTime> begun_;
};

} // namespace plenum::cluster
