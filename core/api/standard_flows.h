// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/log/operation.h"

namespace plenum::node {

/// The flows every conference starts with. Programs know them by kind, never by number; a
/// conference may have others.
inline constexpr std::string_view voice_label = "voice";
inline constexpr std::string_view camera_label = "camera";
inline constexpr std::string_view chat_label = "chat";
inline constexpr std::string_view board_label = "board";
inline constexpr std::string_view screen_label = "screen";
[[nodiscard]] std::vector<log::FlowDeclaration> standard_flows();
/// Those that each group has of its own: voice, camera and chat. With five, the flows of a conference
/// (`limits::flows_per_conference_max`) were enough for 11 groups; so they are for 19.
[[nodiscard]] std::vector<log::FlowDeclaration> group_flows();

/// What a group's label is sealed with besides the names key.
[[nodiscard]] base::Bytes group_label_context(base::ConversationId conversation);

} // namespace plenum::node
