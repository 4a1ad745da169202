// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/tree/exchange/poll_message.h"

#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <variant>

/// The shell's commands about polls (docs/guide-user.md).
namespace plenum::cli {

struct AskPollCommand {
    tree::PollQuestion question;
};
/// A place from 1; none takes the answer back.
struct AnswerPollCommand {
    std::optional<std::uint32_t> choice;
};
struct EndPollCommand {};
struct ListPollsCommand {};
using PollCommand = std::variant<AskPollCommand, AnswerPollCommand, EndPollCommand, ListPollsCommand>;

/// Behind `poll`. Error: how it is used.
[[nodiscard]] std::expected<PollCommand, std::string> parse_poll(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> poll_commands();

} // namespace plenum::cli
