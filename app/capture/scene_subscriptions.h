// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/capture/scene_flow.h"
#include "core/client/session.h"

namespace plenum::app {

/// Subscribes to the shared scene that is watched, and to no other. A member who watches none needs this too: what
/// nobody unsubscribed from is pushed.
class SceneSubscriptions {
  public:
    /// `session` outlives this.
    explicit SceneSubscriptions(client::Session& session) : session_{session} {}

    /// All events. Whether another scene is there, or one no more.
    bool handle(const node::Event& event);
    /// 0 watches none.
    void watch(base::MemberIndex sharer);

    [[nodiscard]] base::MemberIndex watched() const { return watched_; }
    [[nodiscard]] const SceneFlows& flows() const { return flows_; }

  private:
    void subscribe();

    client::Session& session_;
    SceneFlows flows_;
    base::MemberIndex watched_;
    bool joined_{false};
};

} // namespace plenum::app
