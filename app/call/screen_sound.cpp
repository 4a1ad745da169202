// SPDX-License-Identifier: Apache-2.0
#include "app/call/screen_sound.h"

#include "media/audio/opus_stereo.h"

namespace plenum::app {

using namespace std::chrono_literals;

node::CreateFlow ScreenSound::declaration() {
    node::CreateFlow flow;
    flow.name = flow_name;
    flow.kind = base::FlowKind::audio;
    flow.terms.desired_delay = 200ms;    // that of the screen
    flow.terms.loss_delay = 500ms;       // that of voices
    flow.terms.rate_hz = 50;             // packets of 20 ms
    flow.terms.message_bytes_max = 1275; // RFC 6716 §3.4: the largest Opus frame; with the rate below 64 KiB/s
    flow.terms.error_tolerance_permille = 50;
    static_assert(50 * 1275 <= base::limits::created_sound_max);
    return flow;
}

base::FlowId ScreenSound::find(const client::ConferenceView& view) {
    const auto flow = view.find(flow_name);
    const auto* declared = view.find(flow);
    const auto wanted = declaration();
    const bool serves = declared != nullptr && declared->conversation.value() == 0 && declared->peer.value() == 0 &&
                        declared->spec.kind == wanted.kind && !declared->spec.reliable() &&
                        declared->spec.rate_hz >= wanted.terms.rate_hz &&
                        declared->spec.message_bytes_max >= wanted.terms.message_bytes_max;
    return serves ? flow : base::FlowId{};
}

bool ScreenSound::is_name_taken(const client::ConferenceView& view) {
    return view.find(flow_name).value() != 0 && find(view).value() == 0;
}

} // namespace plenum::app
