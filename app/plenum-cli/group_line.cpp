// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/group_line.h"

#include "core/base/limits.h"

#include <algorithm>
#include <charconv>

namespace plenum::cli {
namespace {

using Words = std::istringstream;
using Parsed = std::expected<GroupLine, std::string>;

/// A day: nobody is to be called back later.
constexpr std::uint32_t minutes_max = 24 * 60;

std::unexpected<std::string> fail(std::string_view usage) { return std::unexpected{"usage: " + std::string{usage}}; }

std::string next(Words& words) {
    std::string word;
    words >> word;
    return word;
}

std::optional<std::uint32_t> number(std::string_view word) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

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

Parsed parse_open(Words& words) {
    auto label = next(words);
    const auto wish = parse_wish(words);
    if (label.empty() || !wish) return fail("group open LABEL [SETTING...]; help has the settings");
    return OpenGroupLine{std::move(label), *wish};
}

Parsed parse_change(Words& words) {
    auto group = next(words);
    const auto wish = parse_wish(words);
    if (group.empty() || !wish || *wish == GroupWish{})
        return fail("group change GROUP SETTING...; help has the settings");
    return ChangeGroupLine{std::move(group), *wish};
}

Parsed parse_close(Words& words) {
    auto group = next(words);
    if (group.empty()) return fail("group close GROUP");
    return CloseGroupLine{std::move(group)};
}

Parsed parse_place(Words& words) {
    auto group = next(words);
    auto members = parse_members(next(words));
    if (group.empty() || !members) return fail("group place GROUP MEMBER[,MEMBER...]");
    return PlaceLine{std::move(group), std::move(*members)};
}

} // namespace

Parsed parse_group_line(Words& words) {
    const auto verb = next(words);
    if (verb == "open") return parse_open(words);
    if (verb == "change") return parse_change(words);
    if (verb == "close") return parse_close(words);
    if (verb == "place") return parse_place(words);
    return fail("group open|change|close|place ...; help has the rest");
}

Parsed parse_lean_line(Words& words) {
    GroupWish wish;
    wish.lean = lean(next(words));
    if (!wish.lean) return fail("lean live|balanced|order [GROUP]");
    const auto group = next(words);
    return ChangeGroupLine{group.empty() ? std::to_string(log::plenary.value()) : group, wish};
}

} // namespace plenum::cli
