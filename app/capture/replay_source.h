// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/ensemble_index.h"
#include "app/capture/studio.h"
#include "app/capture/studio_source.h"

namespace plenum::app {

/// A recording of a cluster, in place of one.
class ReplaySource final : public StudioSource {
  public:
    [[nodiscard]] static std::expected<std::unique_ptr<ReplaySource>, std::string> open(const StudioReplay& replay);

    [[nodiscard]] Finish run(const std::stop_token& stop, const Sink& sink) override;
    void fill(StudioStatus& status) const override;

  private:
    ReplaySource(EnsembleReader reader, bool at_its_pace) : reader_{std::move(reader)}, at_its_pace_{at_its_pace} {}
    /// What a person wants meanwhile. Whether another ensemble comes next.
    [[nodiscard]] bool follow_control();
    /// Where the last ensemble was shown: waits for other wishes.
    void stay_at_end();
    void hand(cluster::Ensemble&& ensemble, const Sink& sink);
    void note(const cluster::Ensemble& ensemble);

    EnsembleReader reader_;
    bool at_its_pace_;
    /// Both or none.
    std::shared_ptr<PlaybackControl> control_;
    std::optional<EnsembleIndex> index_;
    /// The number of the ensemble that the reader gives next.
    std::size_t next_{0};
    StudioPlace place_;
    bool at_end_{false};
    std::optional<base::ConferenceTime> shown_at_;
    StudioCounts counts_;
    std::map<cluster::FlowNumber, StudioCamera> cameras_;
};

} // namespace plenum::app
