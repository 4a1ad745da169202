// SPDX-License-Identifier: Apache-2.0
#include "core/node/standard_flows.h"

namespace plenum::node {

using namespace std::chrono_literals;

std::vector<log::FlowDeclaration> standard_flows() {
    log::FlowDeclaration voice;
    voice.flow = base::FlowId{1};
    voice.label = voice_label;
    voice.kind = base::FlowKind::audio;
    voice.priority = base::PriorityClass::audio;
    voice.desired_delay = 100ms; // ITU-T G.114: up to 150 ms mouth to ear goes unnoticed; playout needs the rest
    voice.loss_delay = 500ms;
    voice.rate_hz = 50;
    voice.message_bytes_max = 1275; // RFC 6716 §3.4: the largest Opus packet
    voice.error_tolerance_permille = 50;

    log::FlowDeclaration camera;
    camera.flow = base::FlowId{2};
    camera.label = camera_label;
    camera.kind = base::FlowKind::video;
    camera.priority = base::PriorityClass::video;
    camera.desired_delay = 150ms;
    camera.loss_delay = 800ms;
    camera.rate_hz = 30;
    camera.message_bytes_max = 900 * 1024;
    camera.error_tolerance_permille = 10;

    log::FlowDeclaration chat;
    chat.flow = base::FlowId{3};
    chat.label = chat_label;
    chat.kind = base::FlowKind::chat;
    chat.priority = base::PriorityClass::chat;
    chat.desired_delay = 1s;
    chat.rate_hz = 5;
    chat.message_bytes_max = base::limits::chat_bytes_max;
    return {voice, camera, chat};
}

} // namespace plenum::node
