// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/ensemble_client.h"
#include "app/capture/scene_subscriptions.h"
#include "app/capture/studio.h"
#include "app/capture/studio_source.h"
#include "core/client/conference_view.h"

#include <mutex>

namespace plenum::app {

/// A cluster in a conference, received by a session of its own.
class LiveSource final : public StudioSource {
  public:
    /// Errors: sentences for people. `failed`: as for `Studio::Callbacks`.
    [[nodiscard]] static std::expected<std::unique_ptr<LiveSource>, std::string>
    open(const StudioJoin& join, std::function<void(const StudioError&)> failed);

    [[nodiscard]] Finish run(const std::stop_token& stop, const Sink& sink) override;
    void fill(StudioStatus& status) const override;
    void set_trigger(const StudioTrigger& trigger) override;
    void set_weight(const std::string& camera, double weight) override;
    [[nodiscard]] SceneSender* scene() override { return &scene_; }

  private:
    LiveSource(const StudioJoin& join, std::unique_ptr<client::Session> session,
               std::function<void(const StudioError&)> failed);
    void handle(const client::Event& event);
    void take(const cluster::Ensemble& ensemble);
    /// Tells cameras what was asked for since the last time.
    void settle();
    /// Whether somebody else has received the cluster for a while.
    [[nodiscard]] bool is_taken(base::LocalTime now);
    /// Closes our flows, so that the names are free, and leaves once that is done. The cameras stay as they were.
    void leave();
    [[nodiscard]] double weight_of(const std::string& camera) const;

    std::unique_ptr<client::Session> session_;
    EnsembleClient client_;
    SceneSender scene_;
    /// None of others is watched here.
    SceneSubscriptions scenes_;
    client::ConferenceView view_;
    const Sink* sink_{nullptr};
    StudioPhase phase_{StudioPhase::joining};
    std::optional<client::Finished> finished_;
    std::optional<base::LocalTime> taken_since_;
    std::shared_ptr<const CameraNames> names_;
    mutable std::mutex mutex_;
    StudioTrigger trigger_;
    std::map<std::string, double> weights_;
    /// As cameras were told it.
    std::optional<cluster::CaptureSettings> settings_;
};

} // namespace plenum::app
