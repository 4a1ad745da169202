// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/plenum-cli/command_help.h"
#include "core/base/units.h"

#include <cstdint>
#include <expected>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>

/// The shell's commands about files of the conference (docs/files.md).
namespace plenum::cli {

struct SendFileCommand {
    std::string path;
    /// One person alone; 0: our group, or all.
    base::MemberIndex to{};
};
struct ListFilesCommand {};
/// By its number in the list.
struct GetFileCommand {
    std::uint32_t number{0};
    std::string path;
};
struct CancelFileCommand {
    std::uint32_t number{0};
};
using FileCommand = std::variant<SendFileCommand, ListFilesCommand, GetFileCommand, CancelFileCommand>;

/// Behind `file`. Error: how it is used.
[[nodiscard]] std::expected<FileCommand, std::string> parse_file(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> file_commands();

} // namespace plenum::cli
