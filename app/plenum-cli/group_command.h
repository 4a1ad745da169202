// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/base/units.h"
#include "core/log/operation.h"

#include <chrono>
#include <expected>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

/// The shell's commands about conversations: discussion groups, who is in which, and how far each leans.
namespace plenum::cli {

/// What is not said stays as it is.
struct GroupWish {
    std::optional<log::Lean> lean;
    std::optional<bool> open;
    /// From now; 0: without end.
    std::optional<std::chrono::minutes> time;
    friend bool operator==(const GroupWish&, const GroupWish&) = default;
};
struct OpenGroupCommand {
    std::string label;
    GroupWish wish;
};
struct ChangeGroupCommand {
    /// Label or number, here as below.
    std::string group;
    GroupWish wish;
};
struct CloseGroupCommand {
    std::string group;
};
struct PlaceCommand {
    std::string group;
    /// Ascending.
    std::vector<base::MemberIndex> members;
};
using GroupCommand = std::variant<OpenGroupCommand, ChangeGroupCommand, CloseGroupCommand, PlaceCommand>;

/// Behind `group`. Error: how it is used.
[[nodiscard]] std::expected<GroupCommand, std::string> parse_group_command(std::istringstream& words);
/// Behind `lean`: the conversation, where none is told the plenary, by its number.
[[nodiscard]] std::expected<GroupCommand, std::string> parse_lean_command(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> group_commands();

} // namespace plenum::cli
