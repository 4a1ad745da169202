// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/ensemble_recorder.h"
#include "app/capture/scene_sender.h"
#include "app/capture/studio_types.h"
#include "core/cluster/ensembles.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace plenum::app {

/// One ensemble, and the names of the cameras at that time. Never null.
struct NamedEnsemble {
    std::shared_ptr<const cluster::Ensemble> ensemble;
    std::shared_ptr<const CameraNames> names;
};

/// Where a studio has its ensembles from.
class StudioSource {
  public:
    virtual ~StudioSource() = default;

    struct Sink {
        std::function<void(const NamedEnsemble&)> ensemble;
        /// At least 20 times a second.
        std::function<void()> tick;
    };
    struct Finish {
        StudioEnd why{StudioEnd::stopped};
        /// A sentence for people. Empty where a whole recording is over. Where a name is taken, the member who has it.
        std::string detail;
    };
    /// Until it is over, or asked to stop. Calls the sink.
    [[nodiscard]] virtual Finish run(const std::stop_token& stop, const Sink& sink) = 0;
    /// Phase, cameras, trigger, counts, and figures of link and path as they are now. On the thread of `run`.
    virtual void fill(StudioStatus& status) const = 0;

    // any thread
    virtual void set_trigger(const StudioTrigger&) {}
    virtual void set_weight(const std::string&, double) {}
    /// Null where a scene cannot be shared.
    [[nodiscard]] virtual SceneSender* scene() { return nullptr; }

  protected:
    StudioSource() = default;
};

} // namespace plenum::app
