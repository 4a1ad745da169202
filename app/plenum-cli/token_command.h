// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/client/session.h"

#include <expected>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

/// The shell's commands about tokens: every primitive of core/token, and wanting one.
namespace plenum::cli {

struct TokenCommand {
    /// Its label or number.
    std::string token;
    /// Without the token's number.
    client::Session::FloorAct act;
    /// Of `declare-token`, where not all flows are given by number: names or numbers, not yet in `act`.
    std::vector<std::string> flow_names{};
};

/// Whether this is such a command.
[[nodiscard]] bool is_token_command(std::string_view name);
[[nodiscard]] std::span<const CommandHelp> token_commands();
/// `words` stands behind the command's name. Error: how it is used.
[[nodiscard]] std::expected<TokenCommand, std::string> parse_token_command(std::string_view name,
                                                                           std::istringstream& words);

} // namespace plenum::cli
