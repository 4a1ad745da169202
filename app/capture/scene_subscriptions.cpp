// SPDX-License-Identifier: Apache-2.0
#include "app/capture/scene_subscriptions.h"

#include <tuple>

namespace plenum::app {

bool SceneSubscriptions::handle(const node::Event& event) {
    const auto* phase = std::get_if<node::PhaseChanged>(&event);
    if (phase != nullptr) joined_ = phase->phase == node::Phase::joined;
    const bool changed = flows_.handle(event);
    // A new membership begins without subscriptions.
    if (phase != nullptr || changed) subscribe();
    return changed;
}

void SceneSubscriptions::watch(base::MemberIndex sharer) {
    watched_ = sharer;
    subscribe();
}

void SceneSubscriptions::subscribe() {
    if (!joined_) return;
    for (const auto& [flow, owner] : flows_.shared()) {
        if (owner == flows_.self()) continue;
        tag::Subscription wanted;
        if (owner != watched_) wanted.rate_hz = 0;
        std::ignore = session_.subscribe({flow, {}, wanted});
    }
}

} // namespace plenum::app
