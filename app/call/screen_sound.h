// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/client/conference_view.h"

namespace plenum::app {

/// The flow on which the sound of shared screens travels. The first person who shares a screen with sound creates it;
/// all others use the same one. A token cannot demand a flow that is created later, so receivers play only the sound of
/// those whose screen they show.
struct ScreenSound {
    static constexpr auto flow_name = "screen-sound";

    [[nodiscard]] static node::CreateFlow declaration();
    /// 0 where there is none that serves.
    [[nodiscard]] static base::FlowId find(const client::ConferenceView& view);
    /// Somebody's flow has the name, and does not serve.
    [[nodiscard]] static bool is_name_taken(const client::ConferenceView& view);
};

} // namespace plenum::app
