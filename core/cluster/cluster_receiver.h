// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/cluster/camera_liveness.h"
#include "core/cluster/coordination_metrics.h"
#include "core/cluster/ensembles.h"
#include "core/cluster/frame_receiver.h"
#include "core/cluster/trigger_messages.h"

#include <deque>
#include <map>
#include <optional>

namespace plenum::cluster {

/// The host that receives a cluster: it puts the frames of all cameras together and says how they are triggered.
class ClusterReceiver {
  public:
    struct Camera {
        base::MemberIndex host;
        CameraLiveness liveness;
        FrameReceiver frames{};
        std::uint64_t frames_received{0};
        std::uint64_t late{0};
        std::uint64_t malformed{0};
        std::size_t frame_bytes{0}; ///< of the newest
        std::size_t frame_bytes_mean{0};
        EnsembleId newest{};
    };

    explicit ClusterReceiver(const Ensembles::Options& options) : ensembles_{options} {}

    /// In place of the one on this flow, if any. Precondition: `is_flow(flow)`.
    void add_camera(FlowNumber flow, base::MemberIndex host, base::LocalTime now);
    void remove_camera(FlowNumber flow);
    /// By flow.
    [[nodiscard]] const std::map<FlowNumber, Camera>& cameras() const { return cameras_; }

    [[nodiscard]] CameraState state_of(const Camera& camera, base::LocalTime now) const {
        return camera.liveness.state({settings_, metrics_.interval_mean(), waits_for_others(camera, now)}, now);
    }
    /// Of a camera's host, on its flow.
    void handle_flow_message(FlowNumber flow, base::ByteView message, base::LocalTime now);
    /// A message about triggers, of which drops and instants are noted.
    void handle_trigger_message(base::MemberIndex from, base::ByteView message, base::LocalTime now);
    /// From now on cameras are triggered like this. The revision is ours to count. The weights that are told also give
    /// bandwidth that cameras leave unused to the others (camera_shares.h).
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
    [[nodiscard]] bool waits_for_others(const Camera& camera, base::LocalTime now) const;
    [[nodiscard]] base::Duration behind_so_far(const Camera& camera, base::LocalTime now) const;
    void tell_cameras();
    void forget_begun();
    void note_idle(const EnsembleId& ensemble, base::LocalTime now);
    void set_shares(base::LocalTime now);
    void take(FlowNumber flow, Camera& camera, const base::Bytes& frame, base::LocalTime now);

    std::map<FlowNumber, Camera> cameras_;
    Ensembles ensembles_;
    CoordinationMetrics metrics_;
    CaptureSettings settings_;
    /// As they are told, by demands too.
    std::vector<FlowWeight> weights_;
    base::LocalTime settings_due_at_{};
    DropOrder drops_;
    PathReport path_;
    std::optional<base::LocalTime> path_at_;
    /// When the first frame of the newest ensembles was complete.
    std::map<EnsembleId, base::LocalTime> begun_;
};

} // namespace plenum::cluster
