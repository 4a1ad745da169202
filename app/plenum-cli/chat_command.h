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

/// The shell's commands about what was said in the chat: answers and changes (docs/chat.md).
namespace plenum::cli {

/// Lines are named as events name them, by sender and number.
struct ReplyCommand {
    chat::MessageId to;
    std::string text;
};
struct EditCommand {
    chat::MessageId on;
    std::string text;
};
struct DeleteCommand {
    chat::MessageId on;
};
struct ReactCommand {
    chat::MessageId on;
    chat::ReactionSet reactions;
};
using ChatChangeCommand = std::variant<ReplyCommand, EditCommand, DeleteCommand, ReactCommand>;

[[nodiscard]] bool is_chat_command(std::string_view name);
/// Behind a name for which `is_chat_command` is true. Error: how it is used.
[[nodiscard]] std::expected<ChatChangeCommand, std::string> parse_chat_change(std::string_view name,
                                                                              std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> chat_commands();

/// Their names, with commas; "none" for an empty set.
[[nodiscard]] std::string names_of(chat::ReactionSet reactions);

} // namespace plenum::cli
