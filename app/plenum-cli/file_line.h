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

/// The shell's lines about files of the conference (docs/files.md).
namespace plenum::cli {

struct SendFileLine {
    std::string path;
    /// One person alone; 0: our group, or all.
    base::MemberIndex to{};
};
struct ListFilesLine {};
/// By its number in the list.
struct GetFileLine {
    std::uint32_t number{0};
    std::string path;
};
struct CancelFileLine {
    std::uint32_t number{0};
};
using FileLine = std::variant<SendFileLine, ListFilesLine, GetFileLine, CancelFileLine>;

/// Behind `file`. Error: how it is used.
[[nodiscard]] std::expected<FileLine, std::string> parse_file(std::istringstream& words);
[[nodiscard]] std::span<const CommandHelp> file_commands();

} // namespace plenum::cli
