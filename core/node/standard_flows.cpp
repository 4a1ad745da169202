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
    voice.conversation = log::plenary;
    voice.desired_delay = 60ms; // ITU-T G.114: up to 150 ms mouth to ear goes unnoticed; playout needs the rest
    voice.loss_delay = 500ms;
    voice.rate_hz = 50;
    voice.message_bytes_max = 1275; // RFC 6716 §3.4: the largest Opus packet
    voice.error_tolerance_permille = 50;

    log::FlowDeclaration camera;
    camera.flow = base::FlowId{2};
    camera.label = camera_label;
    camera.kind = base::FlowKind::video;
    camera.priority = base::PriorityClass::video;
    camera.conversation = log::plenary;
    // Where links lose, one that is sent again comes later than sound should wait for it.
    camera.ordered = false;
    camera.desired_delay = 80ms;
    camera.loss_delay = 800ms;
    camera.rate_hz = 30;
    camera.message_bytes_max = 900 * 1024;
    camera.error_tolerance_permille = 10;

    log::FlowDeclaration chat;
    chat.flow = base::FlowId{3};
    chat.label = chat_label;
    chat.kind = base::FlowKind::chat;
    chat.priority = base::PriorityClass::chat;
    chat.conversation = log::plenary;
    chat.desired_delay = 80ms;
    chat.rate_hz = 5;
    chat.message_bytes_max = base::limits::chat_bytes_max;
    return {voice, camera, chat};
}

base::Bytes group_label_context(base::ConversationId conversation) {
    constexpr std::string_view purpose = "plenum-group-v1";
    base::Bytes context{purpose.begin(), purpose.end()};
    context.push_back(static_cast<std::uint8_t>(conversation.value() >> 8));
    context.push_back(static_cast<std::uint8_t>(conversation.value()));
    return context;
}

} // namespace plenum::node
