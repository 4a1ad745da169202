// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/told_scenes.h"

namespace plenum::app {

bool ToldScenes::tell(base::FlowId flow, const chat::SharedScene& scene, ui::ChatId look) {
    auto& told = told_.try_emplace(flow, chat::SharedScene{}).first->second;
    if (told == scene) return false;
    told = scene;
    looks_[flow] = look;
    return true;
}

void ToldScenes::handle_failed(ui::ChatId message) {
    for (const auto& [flow, look] : looks_)
        if (look == message) told_[flow].reset();
}

void ToldScenes::doubt() {
    for (auto& [flow, told] : told_)
        told.reset();
}

void ToldScenes::clear() {
    told_.clear();
    looks_.clear();
}

} // namespace plenum::app
