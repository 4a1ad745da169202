// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/shell_command.h"

#include "app/plenum-cli/event_json.h"
#include "app/plenum-cli/words.h"
#include "core/base/enums.h"
#include "core/base/overloaded.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace plenum::cli {
namespace {

using ParsedShell = std::expected<ShellCommand, std::string>;

/// Unless `wait-for` says otherwise.
constexpr std::uint32_t wait_ms = 10'000;

std::unexpected<std::string> usage_error(std::string why) { return std::unexpected{std::move(why)}; }

ParsedShell parse_chat(Words& words) {
    auto text = rest(words);
    if (text.empty()) return usage_error("usage: chat TEXT");
    return ChatCommand{std::move(text), {}};
}

ParsedShell parse_private(Words& words) {
    const auto member = number(next(words));
    auto text = rest(words);
    if (!member || *member == 0 || text.empty()) return usage_error("usage: private MEMBER TEXT");
    return ChatCommand{std::move(text), base::MemberIndex{*member}};
}

ParsedShell parse_publish(Words& words) {
    auto flow = next(words);
    auto text = rest(words);
    if (text.empty()) return usage_error("usage: publish FLOW TEXT");
    return PublishCommand{std::move(flow), std::move(text)};
}

ParsedShell parse_key_frame(Words& words) {
    auto flow = next(words);
    const auto member = number(next(words));
    if (!member) return usage_error("usage: key-frame FLOW MEMBER");
    return KeyFrameCommand{std::move(flow), base::MemberIndex{*member}};
}

std::optional<tag::ProxyPlace> place_named(std::string_view name) {
    const auto& places = base::enum_values<tag::ProxyPlace>;
    const auto known = std::ranges::find(places, name, base::enumerator_name<tag::ProxyPlace>);
    return known == places.end() ? std::nullopt : std::optional{*known};
}

std::expected<SubscribeCommand, std::string> read_subscription(Words& words) {
    constexpr auto usage = "usage: subscribe FLOW MEMBER|all RATE|all|none [relay|publisher|subscriber] [small]";
    auto flow = next(words);
    const auto from = next(words);
    const auto member = from == "all" ? std::optional<std::uint32_t>{0} : number(from);
    const auto rate = next(words);
    tag::Subscription wanted;
    if (rate != "all") wanted.rate_hz = rate == "none" ? std::optional<std::uint32_t>{0} : number(rate);
    for (auto word = next(words); !word.empty(); word = next(words)) {
        const auto place = place_named(word);
        if (place)
            wanted.place = *place;
        else if (word == "small")
            wanted.small = true;
        else
            return usage_error(usage);
    }
    if (!member || (*member == 0 && from != "all") || rate.empty() || (rate != "all" && !wanted.rate_hz))
        return usage_error(usage);
    return SubscribeCommand{std::move(flow), base::MemberIndex{*member}, wanted};
}

ParsedShell parse_subscribe(Words& words) { return read_subscription(words); }

/// Of conference time, in µs as `sent_us` of messages.
std::optional<base::ConferenceTime> conference_time(std::string_view word) {
    constexpr auto most = base::to_us(base::Duration::max());
    const auto us = number<std::int64_t>(word);
    if (!us || *us < 0 || *us > most) return std::nullopt;
    return base::ConferenceTime{base::from_us(*us)};
}

std::optional<tag::Pull> what_to_pull(std::string_view word) {
    constexpr std::string_view back = "-back";
    constexpr std::string_view range = "..";
    if (word == "latest") return tag::PullLatest{};
    if (word.starts_with('#')) {
        const auto sequence = number<std::uint64_t>(word.substr(1));
        return sequence ? std::optional<tag::Pull>{tag::PullNumber{base::SequenceNumber{*sequence}}} : std::nullopt;
    }
    if (word.ends_with(back)) {
        const auto before = number<std::uint32_t>(word.substr(0, word.size() - back.size()));
        return before ? std::optional<tag::Pull>{tag::PullLatest{*before}} : std::nullopt;
    }
    const auto dots = word.find(range);
    if (dots == std::string_view::npos) return std::nullopt;
    const auto from = conference_time(word.substr(0, dots));
    const auto to = conference_time(word.substr(dots + range.size()));
    return from && to ? std::optional<tag::Pull>{tag::PullRange{*from, *to}} : std::nullopt;
}

ParsedShell parse_pull(Words& words) {
    constexpr auto usage =
        "usage: pull FLOW MEMBER latest|N-back|#NUMBER|FROM..TO [relay|publisher|subscriber]; times as in sent_us";
    auto flow = next(words);
    const auto member = number(next(words));
    const auto what = what_to_pull(next(words));
    auto name = next(words);
    if (name.empty()) name = base::enumerator_name(tag::ProxyPlace::relay);
    const auto place = place_named(name);
    if (!member || *member == 0 || !what || !place) return usage_error(usage);
    return PullCommand{std::move(flow), base::MemberIndex{*member}, *what, *place};
}

template <Question question>
ParsedShell parse_question(Words&) {
    return question;
}

template <Ending ending>
ParsedShell parse_ending(Words&) {
    return ending;
}

template <class Act>
ParsedShell parse_decision(Words& words) {
    const auto word = next(words);
    if (word == "all") return DecideAll{std::same_as<Act, node::AdmitKnock>};
    const auto bytes = base::from_hex(word);
    const auto key = bytes ? base::ExchangeKey::from(*bytes) : std::nullopt;
    if (!key) return usage_error("a key from `knocks`, or all, is needed");
    return client::Session::Moderation{Act{*key}};
}

ParsedShell parse_remove(Words& words) {
    const auto member = number(next(words));
    const auto change = next(words);
    if (!member || (!change.empty() && change != "change-link"))
        return usage_error("usage: remove MEMBER [change-link]");
    return client::Session::Moderation{node::RemoveMember{base::MemberIndex{*member}, !change.empty()}};
}

ParsedShell parse_role(Words& words) {
    const auto member = number(next(words));
    const auto role = next(words);
    if (!member || (role != "moderator" && role != "participant"))
        return usage_error("usage: role MEMBER moderator|participant");
    const auto given = role == "moderator" ? node::MemberRole::moderator : node::MemberRole::participant;
    return client::Session::Moderation{node::SetRole{base::MemberIndex{*member}, given}};
}

ParsedShell parse_mute(Words& words) {
    const auto word = next(words);
    const auto member = word == "all" ? std::optional<std::uint32_t>{0} : number(word);
    if (!member || (*member == 0 && word != "all")) return usage_error("usage: mute MEMBER|all");
    return client::Session::Moderation{node::AskMute{base::MemberIndex{*member}}};
}

std::optional<base::Authority> board_authority_of(std::string_view word) {
    constexpr std::string_view key = "board=";
    if (!word.starts_with(key)) return std::nullopt;
    for (const auto each : base::enum_values<base::Authority>)
        if (word.substr(key.size()) == base::enumerator_name(each)) return each;
    return std::nullopt;
}

ParsedShell parse_record(Words& words) {
    const auto word = next(words);
    if (word != "on" && word != "off") return usage_error("usage: record on|off");
    return client::Session::Moderation{node::Record{word == "on"}};
}

ParsedShell parse_policy(Words& words) {
    const auto admission = admission_of(next(words));
    if (!admission)
        return usage_error("usage: policy open|lobby|closed [no-history] [moderators-only] [no-recording] "
                           "[board=draw|edit_others|manage]");
    log::Policy policy{*admission, true, false};
    for (auto word = next(words); !word.empty(); word = next(words)) {
        if (word == "no-history")
            policy.history_for_newcomers = false;
        else if (word == "moderators-only")
            policy.moderators_only = true;
        else if (word == "no-recording")
            policy.recording = false;
        else if (const auto board = board_authority_of(word))
            policy.board = *board;
        else
            return usage_error("unknown word: " + word);
    }
    return client::Session::Moderation{node::SetPolicy{policy}};
}

ParsedShell parse_help(Words& words) { return HelpCommand{rest(words)}; }

ParsedShell parse_change_link(Words&) { return client::Session::Moderation{node::ChangeLink{}}; }

ParsedShell parse_minutes(Words& words) {
    auto file = rest(words);
    if (file.empty()) return usage_error("usage: minutes FILE");
    return MinutesCommand{std::move(file)};
}

ParsedShell parse_wait(Words& words) {
    const auto ms = number(next(words));
    if (!ms) return usage_error("usage: wait MILLISECONDS");
    return WaitCommand{std::chrono::milliseconds{*ms}};
}

ParsedShell parse_wait_for(Words& words) {
    auto event = next(words);
    const auto limit = next(words);
    const auto ms = limit.empty() ? wait_ms : number(limit);
    if (event.empty() || !ms) return usage_error("usage: wait-for EVENT [MILLISECONDS]");
    return WaitForCommand{std::move(event), std::chrono::milliseconds{*ms}};
}

constexpr std::string_view board_help = "board= says what everybody may do there; moderators may do everything";

struct ShellSyntax {
    CommandHelp help;
    ParsedShell (*parse)(Words& words);
};

/// Those of tokens, groups and created flows stand where they are parsed.
constexpr std::array shell_table{
    ShellSyntax{{Topic::conference, "policy",
                 "open|lobby|closed [no-history] [moderators-only] [no-recording] [board=draw|edit_others|manage]",
                 "Who may come in.", "policy lobby", board_help},
                parse_policy},
    ShellSyntax{
        {Topic::conference, "change-link", "", "Get a new link; the old one opens nothing more.", "change-link"},
        parse_change_link},
    ShellSyntax{{Topic::conference, "minutes", "FILE", "Write what happened so far, signed.", "minutes today.minutes"},
                parse_minutes},
    ShellSyntax{{Topic::conference, "health", "", "How the connection is.", "health"},
                parse_question<Question::health>},
    ShellSyntax{{Topic::conference, "leave", "", "Leave; the conference goes on.", "leave"},
                parse_ending<Ending::leave>},
    ShellSyntax{{Topic::conference, "end", "", "End the conference for all.", "end"}, parse_ending<Ending::end>},
    ShellSyntax{{Topic::people, "members", "", "Who is there, with their numbers.", "members"},
                parse_question<Question::members>},
    ShellSyntax{{Topic::people, "knocks", "", "Who waits to be let in, with their keys.", "knocks"},
                parse_question<Question::knocks>},
    ShellSyntax{{Topic::people, "admit", "KEY|all", "Let in.", "admit all"}, parse_decision<node::AdmitKnock>},
    ShellSyntax{{Topic::people, "refuse", "KEY|all", "Turn away.", "refuse all"}, parse_decision<node::RefuseKnock>},
    ShellSyntax{{Topic::people, "remove", "MEMBER [change-link]", "Take out.", "remove 3 change-link"}, parse_remove},
    ShellSyntax{{Topic::people, "role", "MEMBER moderator|participant", "Give a role.", "role 2 moderator"},
                parse_role},
    ShellSyntax{{Topic::people, "mute", "MEMBER|all", "Ask them to mute; their programs do.", "mute all"}, parse_mute},
    ShellSyntax{{Topic::people, "record", "on|off", "Tell everybody that you record.", "record on"}, parse_record},
    ShellSyntax{{Topic::talking, "chat", "TEXT", "Write to your group, or to all.", "chat hello"}, parse_chat},
    ShellSyntax{{Topic::talking, "private", "MEMBER TEXT", "Write to one person alone.", "private 2 hello"},
                parse_private},
    ShellSyntax{{Topic::talking, "flows", "", "What can be published on.", "flows"}, parse_question<Question::flows>},
    ShellSyntax{
        {Topic::talking, "publish", "FLOW TEXT", "Send on a flow; a group's is LABEL:NAME.", "publish chat hello"},
        parse_publish},
    ShellSyntax{{Topic::talking, "key-frame", "FLOW MEMBER", "Ask a sender for a whole picture.", "key-frame camera 2"},
                parse_key_frame},
    ShellSyntax{{Topic::talking, "subscribe", "FLOW MEMBER|all RATE|all|none [relay|publisher|subscriber] [small]",
                 "How many a second to get, and where to thin.", "subscribe camera 2 15"},
                parse_subscribe},
    ShellSyntax{{Topic::talking, "pull", "FLOW MEMBER latest|N-back|#NUMBER|FROM..TO [relay|publisher|subscriber]",
                 "Get earlier messages of a live flow.", "pull cursors 2 latest"},
                parse_pull},
    ShellSyntax{{Topic::floor, "tokens", "", "Who has which floor, and who waits.", "tokens"},
                parse_question<Question::tokens>},
    ShellSyntax{{Topic::groups, "groups", "", "Which groups there are, and who is in them.", "groups"},
                parse_question<Question::groups>},
    ShellSyntax{{Topic::scripts, "wait", "MILLISECONDS", "Do nothing for so long.", "wait 500"}, parse_wait},
    ShellSyntax{{Topic::scripts, "wait-for", "EVENT [MILLISECONDS]", "Until an event came, as named in `event`.",
                 "wait-for member_joined 5000"},
                parse_wait_for},
    ShellSyntax{{Topic::scripts, "help", "[COMMAND]", "All commands, or one.", "help grant"}, parse_help},
};

const ShellSyntax* find_shell_syntax(std::string_view name) {
    const auto found = std::ranges::find(shell_table, name, [](const ShellSyntax& each) { return each.help.name; });
    return found == shell_table.end() ? nullptr : &*found;
}

} // namespace

std::vector<CommandHelp> help_about(std::string_view words) {
    std::vector<CommandHelp> all;
    std::ranges::transform(shell_table, std::back_inserter(all), &ShellSyntax::help);
    std::ranges::copy(chat_commands(), std::back_inserter(all));
    std::ranges::copy(file_commands(), std::back_inserter(all));
    std::ranges::copy(poll_commands(), std::back_inserter(all));
    std::ranges::copy(token_commands(), std::back_inserter(all));
    std::ranges::copy(group_commands(), std::back_inserter(all));
    std::ranges::copy(flow_commands(), std::back_inserter(all));
    std::ranges::copy(board_commands(), std::back_inserter(all));
    std::erase_if(all, [&](const CommandHelp& help) {
        const bool begins = help.name.starts_with(words);
        return !begins || (!words.empty() && help.name.size() > words.size() && help.name[words.size()] != ' ');
    });
    std::ranges::stable_sort(all, {}, &CommandHelp::topic);
    return all;
}

namespace {

/// Behind the command's first word.
std::expected<std::optional<ShellCommand>, std::string> parse_named(const std::string& name, Words& words) {
    if (is_token_command(name)) {
        auto of_token = parse_token_command(name, words);
        if (!of_token) return usage_error(std::move(of_token.error()));
        return std::move(*of_token);
    }
    if (is_chat_command(name)) {
        auto of_chat = parse_chat_change(name, words);
        if (!of_chat) return usage_error(std::move(of_chat.error()));
        return std::move(*of_chat);
    }
    if (name == "group" || name == "lean") {
        auto of_group = name == "group" ? parse_group_command(words) : parse_lean_command(words);
        if (!of_group) return usage_error(std::move(of_group.error()));
        return std::move(*of_group);
    }
    if (name == "flow") {
        auto of_flow = parse_flow_command(words);
        if (!of_flow) return usage_error(std::move(of_flow.error()));
        return std::move(*of_flow);
    }
    if (name == "file") {
        auto of_file = parse_file(words);
        if (!of_file) return usage_error(std::move(of_file.error()));
        return std::move(*of_file);
    }
    if (name == "poll") {
        auto of_poll = parse_poll(words);
        if (!of_poll) return usage_error(std::move(of_poll.error()));
        return std::move(*of_poll);
    }
    if (name == "board") {
        auto of_board = parse_board_command(words);
        if (!of_board) return usage_error(std::move(of_board.error()));
        return std::move(*of_board);
    }
    const auto* command = find_shell_syntax(name);
    if (command == nullptr) return usage_error("unknown command: " + name + "; try help");
    auto parsed = command->parse(words);
    if (!parsed) return usage_error(std::move(parsed.error()));
    return std::move(*parsed);
}

/// Of a line whose first words are right.
std::string usage_of_line(std::string_view line) {
    Words words{std::string{line}};
    const auto first = next(words);
    const auto both = first + " " + next(words);
    for (const auto& help : help_about(first))
        if (help.name == first || help.name == both) return usage_of(help);
    return first;
}

} // namespace

std::expected<std::optional<ShellCommand>, std::string> parse_command(std::string_view line) {
    Words words{std::string{line}};
    const auto name = next(words);
    if (name.empty() || name.front() == '#') return std::nullopt;
    auto parsed = parse_named(name, words);
    if (!parsed || rest(words).empty()) return parsed;
    return usage_error("usage: " + usage_of_line(line));
}

bool needs_conference(const ShellCommand& command) {
    return std::visit(
        base::Overloaded{
            [](const HelpCommand&) { return false; },
            [](const WaitCommand&) { return false; },
            [](const WaitForCommand&) { return false; },
            [](Question question) { return question != Question::members && question != Question::health; },
            [](Ending ending) { return ending == Ending::end; },
            [](const auto&) { return true; },
        },
        command);
}

std::expected<SubscribeCommand, std::string> parse_subscription(const std::string& line) {
    Words words{line};
    return read_subscription(words);
}

} // namespace plenum::cli
