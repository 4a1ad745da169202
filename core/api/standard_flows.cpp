// SPDX-License-Identifier: Apache-2.0
#include "core/api/standard_flows.h"

namespace plenum::node {

using namespace std::chrono_literals;

std::vector<log::FlowDeclaration> group_flows() {
    log::FlowDeclaration voice;
    voice.flow = base::FlowId{1};
    voice.label = voice_label;
    voice.kind = base::FlowKind::audio;
    voice.priority = base::PriorityClass::audio;
    voice.conversation = log::plenary;
    voice.desired_delay = 60ms; // ITU-T G.114: up to 150 ms mouth to ear goes unnoticed; playout needs the rest
    voice.loss_delay = 500ms;
    voice.rate_hz = 200;            // RFC 6716 §2.1.4: frames of 5 ms, for music and rehearsals
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

std::vector<log::FlowDeclaration> standard_flows() {
    log::FlowDeclaration board;
    board.flow = base::FlowId{4};
    board.label = board_label;
    board.kind = base::FlowKind::board;
    board.priority = base::PriorityClass::board;
    // What is said of a stroke waits for the stroke, as answers wait for what was written. No slower and no larger than
    // chat: the interval for Δ, and what may wait at once, stay as chat has them.
    board.conversation = log::plenary;
    board.desired_delay = 80ms;
    board.rate_hz = 30;                 // pieces of a stroke, as it is drawn
    board.message_bytes_max = 4 * 1024; // some hundred points, or a text
    static_assert(4 * 1024 <= base::limits::chat_bytes_max);

    log::FlowDeclaration screen;
    screen.flow = base::FlowId{5};
    screen.label = screen_label;
    screen.kind = base::FlowKind::screen;
    screen.priority = base::PriorityClass::video;
    screen.conversation = log::plenary;
    screen.ordered = false; // as the camera
    screen.desired_delay = 200ms;
    screen.loss_delay = 2s; // a page that comes a second late can still be read
    screen.rate_hz = 30;
    screen.message_bytes_max = 900 * 1024;
    screen.error_tolerance_permille = 10;

    auto flows = group_flows();
    flows.push_back(std::move(board));
    flows.push_back(std::move(screen));
    return flows;
}

base::Bytes group_label_context(base::ConversationId conversation) {
    constexpr std::string_view purpose = "plenum-group-v1";
    base::Bytes context{purpose.begin(), purpose.end()};
    context.push_back(static_cast<std::uint8_t>(conversation.value() >> 8));
    context.push_back(static_cast<std::uint8_t>(conversation.value()));
    return context;
}

} // namespace plenum::node
