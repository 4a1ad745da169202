// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/camera_worker.h"
#include "app/capture/scene_subscriptions.h"
#include "core/client/session.h"
#include "core/cluster/exchange/camera_member.h"
#include "media/camera/reference_clock_gst.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace plenum::app {

/// A session with a camera of a cluster.
class CameraClient {
  public:
    /// `session` outlives this. `reference`: null if no clock is shared.
    CameraClient(client::Session& session, std::string_view cluster, std::unique_ptr<CameraWorker> worker,
                 std::unique_ptr<media::ReferenceClock> reference = nullptr)
        : session_{session},
          scenes_{session},
          member_{cluster},
          worker_{std::move(worker)},
          reference_{std::move(reference)} {}

    void handle(const node::Event& event);
    /// Does what is due, and waits for what comes next, at most so long.
    void run_for(base::Duration time_max);

    struct Counts {
        std::uint64_t taken{0};
        std::uint64_t failed{0};
        std::uint64_t bytes{0};
        /// How much later than its instant a picture was asked for.
        base::Duration lateness_max{};
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] const cluster::CameraMember& member() const { return member_; }
    /// Why the last picture failed; absent once one succeeded.
    [[nodiscard]] const std::optional<media::MediaError>& error() const { return error_; }
    /// Whether there is a clock that is shared, and this machine is in step with it.
    [[nodiscard]] bool reads_reference() const { return reads_reference_; }

  private:
    void pump();
    void read_reference();

    client::Session& session_;
    /// None is watched here.
    SceneSubscriptions scenes_;
    cluster::CameraMember member_;
    std::unique_ptr<CameraWorker> worker_;
    std::unique_ptr<media::ReferenceClock> reference_;
    base::LocalTime read_at_{};
    bool reads_reference_{false};
    Counts counts_;
    std::optional<media::MediaError> error_;
};

} // namespace plenum::app
