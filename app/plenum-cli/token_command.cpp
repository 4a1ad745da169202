// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/token_command.h"

#include "app/plenum-cli/words.h"
#include "plugins/floor/floor_styles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace plenum::cli {
namespace {

/// Nullopt where words are missing or wrong.
using ParsedTokenAct = std::optional<TokenCommand>;

std::optional<base::MemberIndex> member(std::string_view word) {
    const auto index = number<std::uint32_t>(word);
    return index ? std::optional{base::MemberIndex{*index}} : std::nullopt;
}

/// Separated by commas.
template <class T>
std::optional<std::vector<T>> list(std::string_view word) {
    std::vector<T> result;
    for (std::istringstream parts{std::string{word}}; !parts.eof();) {
        std::string part;
        std::getline(parts, part, ',');
        const auto value = number<decltype(T{}.value())>(part);
        if (!value) return std::nullopt;
        result.push_back(T{*value});
    }
    return result;
}

/// Separated by commas; empty where one is missing.
std::vector<std::string> flow_names(const std::string& word) {
    std::vector<std::string> result;
    for (std::istringstream parts{word}; !parts.eof();) {
        std::getline(parts, result.emplace_back(), ',');
        if (result.back().empty()) return {};
    }
    return result;
}

std::optional<token::RequestClass> priority(std::string_view word) {
    if (word.empty() || word == "normal") return token::RequestClass::normal;
    if (word == "priority") return token::RequestClass::priority;
    if (word == "order") return token::RequestClass::point_of_order;
    return std::nullopt;
}

ParsedTokenAct acting(const token::Operation& operation) { return TokenCommand{{}, node::ActOnToken{operation}, {}}; }

ParsedTokenAct parse_want(Words& words) {
    const auto asked = priority(next(words));
    return asked ? ParsedTokenAct{TokenCommand{{}, node::WantToken{{}, true, *asked}, {}}} : std::nullopt;
}

ParsedTokenAct parse_request(Words& words) {
    const auto asked = priority(next(words));
    return asked ? acting(token::RequestToken{{}, *asked}) : std::nullopt;
}

ParsedTokenAct parse_token_place(Words& words) {
    const auto who = member(next(words));
    const auto place = next(words);
    // Behind all others.
    const auto at = place.empty() ? std::optional{static_cast<std::uint16_t>(base::limits::members_max)}
                                  : number<std::uint16_t>(place);
    return who && at ? acting(token::PlaceRequest{{}, *who, *at}) : std::nullopt;
}

template <token::RequestEnd end>
ParsedTokenAct parse_end(Words& words) {
    const auto who = member(next(words));
    return who ? acting(token::EndRequest{{}, *who, end}) : std::nullopt;
}

template <class T>
ParsedTokenAct parse_for_one(Words& words) {
    const auto who = member(next(words));
    if (!who) return std::nullopt;
    T operation;
    operation.member = *who;
    return acting(operation);
}

template <class T>
ParsedTokenAct parse_for_two(Words& words) {
    const auto from = member(next(words));
    const auto to = member(next(words));
    return from && to ? acting(T{{}, *from, *to}) : std::nullopt;
}

template <class T>
ParsedTokenAct parse_bare(Words&) {
    return acting(T{});
}

bool set_flag(token::SettingsChange& change, std::string_view word) {
    const bool on = !word.starts_with("no-");
    const auto name = on ? word : word.substr(3);
    const std::map<std::string_view, std::optional<bool>*> flags{{"moderated", &change.moderated},
                                                                 {"locked", &change.locked},
                                                                 {"copies", &change.may_copy},
                                                                 {"transfer", &change.may_transfer}};
    const auto flag = flags.find(name);
    if (flag != flags.end()) *flag->second = on;
    return flag != flags.end();
}

bool set_time(std::optional<base::Duration>& time, std::string_view value) {
    const auto seconds = number<std::uint32_t>(value);
    if (seconds) time = std::chrono::seconds{*seconds};
    return seconds.has_value();
}

/// Empty for nobody.
bool set_panel(token::SettingsChange& change, std::string_view value) {
    change.panel = value.empty() ? std::vector<base::MemberIndex>{} : list<base::MemberIndex>(value);
    if (change.panel) std::ranges::sort(*change.panel);
    return change.panel.has_value();
}

bool set_value(token::SettingsChange& change, std::string_view key, std::string_view value) {
    if (key == "warn") return set_time(change.warned_after, value);
    if (key == "limit") return set_time(change.revoked_after, value);
    if (key == "style") change.style = value;
    if (key == "style") return true;
    if (key == "with") {
        auto parameters = change.parameters.value_or("");
        change.parameters = parameters + (parameters.empty() ? "" : " ") + std::string{value};
        return true;
    }
    if (key == "holders") return (change.holders_max = number<std::uint16_t>(value)).has_value();
    if (key == "arbiter") return (change.arbiter = member(value)).has_value();
    return key == "panel" && set_panel(change, value);
}

/// What nobody named of what belongs to the style; the bound of a stranger's style stays as it is.
void complete_style(token::SettingsChange& change) {
    if (!change.style) return;
    if (!change.parameters) change.parameters.emplace();
    const auto styles = floor::floor_styles();
    const auto style = std::ranges::find(styles, *change.style, &base::PluginDescriptor::id);
    if (change.holders_max || style == styles.end()) return;
    change.holders_max = static_cast<std::uint16_t>(style->holders_max);
}

/// Those that are named.
std::optional<token::SettingsChange> parse_settings(Words& words) {
    token::SettingsChange change;
    for (auto word = next(words); !word.empty(); word = next(words)) {
        const auto split = word.find('=');
        const bool known = split == std::string::npos ? set_flag(change, word)
                                                      : set_value(change, std::string_view{word}.substr(0, split),
                                                                  std::string_view{word}.substr(split + 1));
        if (!known) return std::nullopt;
    }
    complete_style(change);
    return change;
}

ParsedTokenAct parse_declare(Words& words) {
    const auto label = next(words);
    const auto word = next(words);
    const auto flows = list<base::FlowId>(word);
    auto names = flows ? std::vector<std::string>{} : flow_names(word);
    const auto settings = flows || !names.empty() ? parse_settings(words) : std::nullopt;
    if (!settings) return std::nullopt;
    auto command =
        acting(token::DeclareToken{{}, label, flows.value_or(std::vector<base::FlowId>{}), settings->applied_to({})});
    command->flow_names = std::move(names);
    return command;
}

ParsedTokenAct parse_configure(Words& words) {
    auto change = parse_settings(words);
    return change ? acting(token::ConfigureToken{{}, std::move(*change)}) : std::nullopt;
}

struct TokenSyntax {
    CommandHelp help;
    ParsedTokenAct (*parse)(Words& words);
};

constexpr std::string_view asking = "TOKEN [normal|priority|order]";
constexpr std::string_view one = "TOKEN MEMBER";
constexpr std::string_view two = "TOKEN FROM TO";
constexpr std::string_view token_settings_help =
    "SETTING is style=NAME (empty: moderators decide), with=PARAMETER (again for each), arbiter=MEMBER (0: relay), "
    "holders=COUNT (0: any; else as the style has it), warn=SECONDS, limit=SECONDS, panel=[MEMBER,...], "
    "[no-]moderated, [no-]locked, [no-]transfer or [no-]copies";

constexpr CommandHelp about(std::string_view name, std::string_view usage, std::string_view what,
                            std::string_view example, std::string_view more = {}) {
    return {Topic::floor, name, usage, what, example, more};
}

ParsedTokenAct parse_unwant(Words&) { return TokenCommand{{}, node::WantToken{{}, false}, {}}; }

constexpr std::array token_table{
    TokenSyntax{about("want", asking, "Ask for the floor until you have it.", "want voice"), parse_want},
    TokenSyntax{about("unwant", "TOKEN", "Want it no more: take the request back, or release it.", "unwant voice"),
                parse_unwant},
    TokenSyntax{about("request", asking, "Ask once.", "request voice order"), parse_request},
    TokenSyntax{about("cancel", one, "Take your own request back.", "cancel voice 2"),
                parse_end<token::RequestEnd::cancelled>},
    TokenSyntax{about("release", "TOKEN", "Give up the floor.", "release voice"), parse_bare<token::ReleaseToken>},
    TokenSyntax{about("transfer", two, "Hand the floor on.", "transfer voice 2 3"),
                parse_for_two<token::TransferToken>},
    TokenSyntax{about("copy", two, "Share the floor.", "copy voice 2 3"), parse_for_two<token::CopyToken>},
    TokenSyntax{about("delete-copy", one, "Take a shared floor back.", "delete-copy voice 3"),
                parse_for_one<token::DeleteCopy>},
    TokenSyntax{about("deny", one, "Deny a request.", "deny voice 2"), parse_end<token::RequestEnd::denied>},
    TokenSyntax{about("place", "TOKEN MEMBER [PLACE]", "Accept a request, at this place in the queue from 0.",
                      "place voice 2 0"),
                parse_token_place},
    TokenSyntax{about("grant", one, "Give the floor.", "grant voice 2"), parse_for_one<token::GrantToken>},
    TokenSyntax{about("revoke", one, "Take the floor.", "revoke voice 2"), parse_for_one<token::RevokeToken>},
    TokenSyntax{
        about("distribute", "TOKEN", "Give the floor to everyone, those who come later too.", "distribute voice"),
        parse_bare<token::DistributeToken>},
    TokenSyntax{about("recall", "TOKEN", "Take it back from everyone.", "recall voice"), parse_bare<token::DeleteCopy>},
    TokenSyntax{about("declare-token", "NUMBER LABEL FLOW[,FLOW...] [SETTING...]", "Make a floor of these flows.",
                      "declare-token 1 voice voice style=queue", token_settings_help),
                parse_declare},
    TokenSyntax{about("configure-token", "TOKEN [SETTING...]", "Change its rules; settings that are not named stay.",
                      "configure-token voice style=queue limit=120", token_settings_help),
                parse_configure},
};

constexpr auto token_helps = [] {
    std::array<CommandHelp, token_table.size()> all{};
    std::ranges::transform(token_table, all.begin(), &TokenSyntax::help);
    return all;
}();

const TokenSyntax* find_token_syntax(std::string_view name) {
    const auto found = std::ranges::find(token_table, name, [](const TokenSyntax& each) { return each.help.name; });
    return found == token_table.end() ? nullptr : &*found;
}

} // namespace

bool is_token_command(std::string_view name) { return find_token_syntax(name) != nullptr; }

std::span<const CommandHelp> token_commands() { return token_helps; }

std::expected<TokenCommand, std::string> parse_token_command(std::string_view name, std::istringstream& words) {
    const auto* command = find_token_syntax(name);
    if (command == nullptr) return std::unexpected{"unknown command: " + std::string{name}};
    auto token = next(words);
    // One that is declared has no name yet; 0 stands for the next number that is free.
    const bool nameless = name == "declare-token" && !number<std::uint16_t>(token);
    auto parsed = token.empty() || nameless ? std::nullopt : command->parse(words);
    if (!parsed) return std::unexpected{"usage: " + usage_of(command->help)};
    parsed->token = std::move(token);
    return *std::move(parsed);
}

} // namespace plenum::cli
