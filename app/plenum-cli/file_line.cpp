// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/file_line.h"

#include "app/plenum-cli/words.h"

#include <array>

namespace plenum::cli {
namespace {

constexpr std::array commands{
    CommandHelp{Topic::talking, "file send", "PATH", "Offer a file in your chat.", "file send notes.pdf"},
    CommandHelp{Topic::talking, "file list", "", "Files that were offered, with their numbers.", "file list"},
    CommandHelp{Topic::talking, "file get", "NUMBER PATH",
                "Get a file and save it; a file that is there already stays.", "file get 1 copy.pdf"},
    CommandHelp{Topic::talking, "file cancel", "NUMBER", "Get a file no more.", "file cancel 1"},
};

std::string rest(Words& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    return text;
}

} // namespace

std::span<const CommandHelp> file_commands() { return commands; }

std::expected<FileLine, std::string> parse_file(Words& words) {
    const auto does = next(words);
    if (does == "list") return ListFilesLine{};
    if (does == "send") {
        if (auto path = rest(words); !path.empty()) return SendFileLine{std::move(path)};
    } else if (does == "get" || does == "cancel") {
        const auto which = number(next(words));
        if (which && *which > 0 && does == "cancel") return CancelFileLine{*which};
        auto path = which && *which > 0 ? rest(words) : std::string{};
        if (!path.empty()) return GetFileLine{*which, std::move(path)};
    }
    return std::unexpected{"usage: file send PATH, file list, file get NUMBER PATH, or file cancel NUMBER"};
}

} // namespace plenum::cli
