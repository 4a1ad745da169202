// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/chat/operations.h"

#include <expected>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>

/// The shell's lines about what was said in the chat: answers and changes (docs/chat.md).
namespace plenum::cli {

/// Lines are named as events name them, by sender and number.
struct ReplyLine {
    chat::MessageId to;
    std::string text;
};
struct EditLine {
    chat::MessageId on;
    std::string text;
};
struct DeleteLine {
    chat::MessageId on;
};
struct ReactLine {
    chat::MessageId on;
    chat::ReactionSet reactions;
};
using ChatChangeLine = std::variant<ReplyLine, EditLine, DeleteLine, ReactLine>;

[[nodiscard]] bool is_chat_command(std::string_view name);
/// Behind a name for which `is_chat_command` is true. Error: how it is used.
[[nodiscard]] std::expected<ChatChangeLine, std::string> parse_chat_change(std::string_view name,
                                                                           std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> chat_commands();

/// Their names, with commas; "none" for an empty set.
[[nodiscard]] std::string names_of(chat::ReactionSet reactions);

} // namespace plenum::cli
