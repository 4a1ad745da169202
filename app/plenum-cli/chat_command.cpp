// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/chat_command.h"

#include "app/plenum-cli/words.h"
#include "core/base/enums.h"

#include <algorithm>
#include <array>
#include <optional>

namespace plenum::cli {
namespace {

constexpr std::array chat_table{
    CommandHelp{Topic::talking, "reply", "MEMBER NUMBER TEXT", "Answer a line, named as its `message` event names it.",
                "reply 2 5 yes"},
    CommandHelp{Topic::talking, "edit", "MEMBER NUMBER TEXT", "Another text for a line of yours, also a deleted one.",
                "edit 1 3 hello all"},
    CommandHelp{Topic::talking, "delete", "MEMBER NUMBER", "Show a line of yours no more.", "delete 1 3"},
    CommandHelp{Topic::talking, "react", "MEMBER NUMBER REACTION,...|none", "All your reactions to a line.",
                "react 2 5 agree,laugh", "REACTION is agree, disagree, love, laugh, sad, celebrate, question or done"},
};

std::optional<chat::ReactionSet> reactions_named(std::string_view names) {
    chat::ReactionSet set;
    if (names == "none") return set;
    while (!names.empty()) {
        const auto name = names.substr(0, names.find(','));
        const auto& kinds = base::enum_values<chat::Reaction>;
        const auto kind = std::ranges::find(kinds, name, base::enumerator_name<chat::Reaction>);
        if (kind == kinds.end() || chat::contains(set, *kind)) return std::nullopt;
        set = chat::toggled(set, *kind);
        names.remove_prefix(std::min(name.size() + 1, names.size()));
    }
    return set.value() == 0 ? std::nullopt : std::optional{set};
}

} // namespace

std::string names_of(chat::ReactionSet reactions) {
    std::string names;
    for (const auto kind : base::enum_values<chat::Reaction>) {
        if (!chat::contains(reactions, kind)) continue;
        if (!names.empty()) names += ',';
        names += base::enumerator_name(kind);
    }
    return names.empty() ? "none" : names;
}

std::span<const CommandHelp> chat_commands() { return chat_table; }

bool is_chat_command(std::string_view name) {
    return std::ranges::find(chat_table, name, &CommandHelp::name) != chat_table.end();
}

std::expected<ChatChangeCommand, std::string> parse_chat_change(std::string_view name, Words& words) {
    const auto help = std::ranges::find(chat_table, name, &CommandHelp::name);
    const std::unexpected wrong{"usage: " + usage_of(*help)};
    const auto member = number(next(words));
    const auto sequence = number<std::uint64_t>(next(words));
    if (!member || *member == 0 || !sequence || *sequence == 0) return wrong;
    const chat::MessageId line{base::MemberIndex{*member}, base::SequenceNumber{*sequence}};
    if (name == "delete") return DeleteCommand{line};
    if (name == "react") {
        const auto reactions = reactions_named(next(words));
        if (!reactions) return wrong;
        return ReactCommand{line, *reactions};
    }
    auto text = rest(words);
    if (text.empty()) return wrong;
    if (name == "edit") return EditCommand{line, std::move(text)};
    return ReplyCommand{line, std::move(text)};
}

} // namespace plenum::cli
