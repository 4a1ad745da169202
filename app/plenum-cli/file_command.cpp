// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/file_command.h"

#include "app/plenum-cli/words.h"

#include <array>

namespace plenum::cli {
namespace {

constexpr std::array file_table{
    CommandHelp{Topic::talking, "file send", "[with=MEMBER] PATH", "Offer a file in your chat, or to one person alone.",
                "file send notes.pdf"},
    CommandHelp{Topic::talking, "file list", "", "Files that were offered, with their numbers.", "file list"},
    CommandHelp{Topic::talking, "file get", "NUMBER PATH",
                "Get a file and save it; a file that is there already stays.", "file get 1 copy.pdf"},
    CommandHelp{Topic::talking, "file cancel", "NUMBER", "Get a file no more.", "file cancel 1"},
};

} // namespace

std::span<const CommandHelp> file_commands() { return file_table; }

std::expected<FileCommand, std::string> parse_file(Words& words) {
    const auto does = next(words);
    if (does == "list") return ListFilesCommand{};
    if (does == "send") {
        constexpr std::string_view with = "with=";
        SendFileCommand command{rest(words)};
        if (command.path.starts_with(with)) {
            Words more{command.path.substr(with.size())};
            const auto member = number(next(more));
            command = {rest(more), base::MemberIndex{member.value_or(0)}};
            if (command.to.value() == 0) command.path.clear();
        }
        if (!command.path.empty()) return command;
    } else if (does == "get" || does == "cancel") {
        const auto which = number(next(words));
        if (which && *which > 0 && does == "cancel") return CancelFileCommand{*which};
        auto path = which && *which > 0 ? rest(words) : std::string{};
        if (!path.empty()) return GetFileCommand{*which, std::move(path)};
    }
    return std::unexpected{
        "usage: file send [with=MEMBER] PATH, file list, file get NUMBER PATH, or file cancel NUMBER"};
}

} // namespace plenum::cli
