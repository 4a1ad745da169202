// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/group_command.h"

#include "app/plenum-cli/words.h"
#include "core/base/limits.h"

#include <algorithm>
#include <array>

namespace plenum::cli {
namespace {

using ParsedGroup = std::expected<GroupCommand, std::string>;

/// A day: nobody is to be called back later.
constexpr std::uint32_t minutes_max = 24 * 60;

std::optional<log::Lean> lean(std::string_view word) {
    if (word == "live") return log::Lean::live;
    if (word == "balanced") return log::Lean::balanced;
    if (word == "order") return log::Lean::order;
    return std::nullopt;
}

bool set(GroupWish& wish, std::string_view word) {
    if (word == "open" || word == "closed") {
        wish.open = word == "open";
        return true;
    }
    if (word.starts_with("lean=")) {
        wish.lean = lean(word.substr(5));
        return wish.lean.has_value();
    }
    if (!word.starts_with("minutes=")) return false;
    const auto count = number(word.substr(8));
    if (!count || *count > minutes_max) return false;
    wish.time = std::chrono::minutes{*count};
    return true;
}

std::optional<GroupWish> parse_wish(Words& words) {
    GroupWish wish;
    for (auto word = next(words); !word.empty(); word = next(words)) {
        if (!set(wish, word)) return std::nullopt;
    }
    return wish;
}

std::optional<std::vector<base::MemberIndex>> parse_members(const std::string& word) {
    std::vector<base::MemberIndex> members;
    for (std::istringstream parts{word}; !parts.eof();) {
        std::string part;
        std::getline(parts, part, ',');
        const auto index = number(part);
        if (!index) return std::nullopt;
        members.emplace_back(*index);
    }
    std::ranges::sort(members);
    return members;
}

using MaybeGroupCommand = std::optional<GroupCommand>;

MaybeGroupCommand parse_open(Words& words) {
    auto label = next(words);
    const auto wish = parse_wish(words);
    if (label.empty() || !wish) return std::nullopt;
    return OpenGroupCommand{std::move(label), *wish};
}

MaybeGroupCommand parse_group_change(Words& words) {
    auto group = next(words);
    const auto wish = parse_wish(words);
    if (group.empty() || !wish || *wish == GroupWish{}) return std::nullopt;
    return ChangeGroupCommand{std::move(group), *wish};
}

MaybeGroupCommand parse_group_close(Words& words) {
    auto group = next(words);
    if (group.empty()) return std::nullopt;
    return CloseGroupCommand{std::move(group)};
}

MaybeGroupCommand parse_group_place(Words& words) {
    auto group = next(words);
    auto members = parse_members(next(words));
    if (group.empty() || !members) return std::nullopt;
    return PlaceCommand{std::move(group), std::move(*members)};
}

MaybeGroupCommand parse_lean(Words& words) {
    GroupWish wish;
    wish.lean = lean(next(words));
    if (!wish.lean) return std::nullopt;
    const auto group = next(words);
    return ChangeGroupCommand{group.empty() ? std::to_string(log::plenary.value()) : group, wish};
}

struct GroupSyntax {
    CommandHelp help;
    MaybeGroupCommand (*parse)(Words& words);
};

constexpr std::string_view group_settings_help =
    "SETTING is open or closed (whether people go there by themselves), minutes=COUNT (0: without end) or "
    "lean=live|balanced|order";

constexpr std::array group_table{
    GroupSyntax{{Topic::groups, "group open", "LABEL [SETTING...]", "Open a discussion group.",
                 "group open Red open minutes=10", group_settings_help},
                parse_open},
    GroupSyntax{{Topic::groups, "group change", "GROUP SETTING...", "Change its settings; GROUP is a label or number.",
                 "group change Red minutes=5", group_settings_help},
                parse_group_change},
    GroupSyntax{{Topic::groups, "group close", "GROUP", "Close it; all are called back.", "group close Red"},
                parse_group_close},
    GroupSyntax{{Topic::groups, "group place", "GROUP MEMBER[,MEMBER...]",
                 "Send members there; 0 is the plenary alone.", "group place Red 2,3"},
                parse_group_place},
    GroupSyntax{{Topic::groups, "lean", "live|balanced|order [GROUP]",
                 "How far a conversation waits for what came before.", "lean order"},
                parse_lean},
};

constexpr auto group_helps = [] {
    std::array<CommandHelp, group_table.size()> all{};
    std::ranges::transform(group_table, all.begin(), &GroupSyntax::help);
    return all;
}();

ParsedGroup parse(const GroupSyntax& command, Words& words) {
    auto line = command.parse(words);
    if (!line) return std::unexpected{"usage: " + usage_of(command.help)};
    return std::move(*line);
}

} // namespace

std::span<const CommandHelp> group_commands() { return group_helps; }

ParsedGroup parse_group_command(Words& words) {
    const auto name = "group " + next(words);
    const auto found = std::ranges::find(group_table, name, [](const GroupSyntax& each) { return each.help.name; });
    if (found == group_table.end()) return std::unexpected{"usage: group open|change|close|place ...; try help group"};
    return parse(*found, words);
}

ParsedGroup parse_lean_command(Words& words) { return parse(group_table.back(), words); }

} // namespace plenum::cli
