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

/// The shell's lines about polls (docs/guide-user.md).
namespace plenum::cli {

struct AskPollLine {
    tree::PollQuestion question;
};
/// A place from 1; none takes the answer back.
struct AnswerPollLine {
    std::optional<std::uint32_t> choice;
};
struct EndPollLine {};
struct ListPollsLine {};
using PollLine = std::variant<AskPollLine, AnswerPollLine, EndPollLine, ListPollsLine>;

/// Behind `poll`. Error: how it is used.
[[nodiscard]] std::expected<PollLine, std::string> parse_poll(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> poll_commands();

} // namespace plenum::cli
