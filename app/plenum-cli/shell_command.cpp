// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/shell_command.h"

#include "app/plenum-cli/event_json.h"

#include <charconv>
#include <map>
#include <sstream>

namespace plenum::cli {
namespace {

using Words = std::istringstream;
using Parsed = std::expected<ShellCommand, std::string>;

/// Unless `wait-for` says otherwise.
constexpr std::uint32_t wait_ms = 10'000;

std::optional<std::uint32_t> number(const std::string& word) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
    return value;
}

/// Empty where there is none.
std::string next(Words& words) {
    std::string word;
    words >> word;
    return word;
}

std::string rest(Words& words) {
    std::string text;
    std::getline(words >> std::ws, text);
    return text;
}

std::unexpected<std::string> fail(std::string why) { return std::unexpected{std::move(why)}; }

Parsed parse_chat(Words& words) { return ChatLine{rest(words)}; }

Parsed parse_publish(Words& words) {
    auto flow = next(words);
    if (flow.empty()) return fail("usage: publish FLOW TEXT");
    return PublishLine{std::move(flow), rest(words)};
}

Parsed parse_key_frame(Words& words) {
    auto flow = next(words);
    const auto member = number(next(words));
    if (!member) return fail("usage: key-frame FLOW MEMBER");
    return KeyFrameLine{std::move(flow), base::MemberIndex{*member}};
}

template <Question question>
Parsed parse_question(Words&) {
    return question;
}

template <Ending ending>
Parsed parse_ending(Words&) {
    return ending;
}

template <class Act>
Parsed parse_decision(Words& words) {
    const auto word = next(words);
    if (word == "all") return DecideAll{std::same_as<Act, node::AdmitKnock>};
    const auto bytes = base::from_hex(word);
    const auto key = bytes ? base::ExchangeKey::from(*bytes) : std::nullopt;
    if (!key) return fail("a key from `knocks`, or all, is needed");
    return client::Session::Moderation{Act{*key}};
}

Parsed parse_remove(Words& words) {
    const auto member = number(next(words));
    const auto change = next(words);
    if (!member || (!change.empty() && change != "change-link")) return fail("usage: remove MEMBER [change-link]");
    return client::Session::Moderation{node::RemoveMember{base::MemberIndex{*member}, !change.empty()}};
}

Parsed parse_role(Words& words) {
    const auto member = number(next(words));
    const auto role = next(words);
    if (!member || (role != "moderator" && role != "participant"))
        return fail("usage: role MEMBER moderator|participant");
    const auto given = role == "moderator" ? node::MemberRole::moderator : node::MemberRole::participant;
    return client::Session::Moderation{node::SetRole{base::MemberIndex{*member}, given}};
}

Parsed parse_policy(Words& words) {
    const auto admission = admission_of(next(words));
    if (!admission) return fail("usage: policy open|lobby|closed [no-history] [moderators-only]");
    log::Policy policy{*admission, true, false};
    for (auto word = next(words); !word.empty(); word = next(words)) {
        if (word == "no-history")
            policy.history_for_newcomers = false;
        else if (word == "moderators-only")
            policy.moderators_only = true;
        else
            return fail("unknown word: " + word);
    }
    return client::Session::Moderation{node::SetPolicy{policy}};
}

Parsed parse_group(Words& words) {
    auto line = parse_group_line(words);
    if (!line) return fail(std::move(line.error()));
    return std::move(*line);
}

Parsed parse_lean(Words& words) {
    auto line = parse_lean_line(words);
    if (!line) return fail(std::move(line.error()));
    return std::move(*line);
}

Parsed parse_change_link(Words&) { return client::Session::Moderation{node::ChangeLink{}}; }

Parsed parse_minutes(Words& words) {
    auto file = rest(words);
    if (file.empty()) return fail("usage: minutes FILE");
    return MinutesLine{std::move(file)};
}

Parsed parse_wait(Words& words) {
    const auto ms = number(next(words));
    if (!ms) return fail("usage: wait MILLISECONDS");
    return WaitLine{std::chrono::milliseconds{*ms}};
}

Parsed parse_wait_for(Words& words) {
    auto event = next(words);
    const auto limit = next(words);
    const auto ms = limit.empty() ? wait_ms : number(limit);
    if (event.empty() || !ms) return fail("usage: wait-for EVENT [MILLISECONDS]");
    return WaitForLine{std::move(event), std::chrono::milliseconds{*ms}};
}

} // namespace

std::expected<std::optional<ShellCommand>, std::string> parse_command(std::string_view line) {
    using Parse = Parsed (*)(Words&);
    static const std::map<std::string_view, Parse> commands{
        {"chat", parse_chat},
        {"publish", parse_publish},
        {"key-frame", parse_key_frame},
        {"members", parse_question<Question::members>},
        {"flows", parse_question<Question::flows>},
        {"health", parse_question<Question::health>},
        {"knocks", parse_question<Question::knocks>},
        {"tokens", parse_question<Question::tokens>},
        {"groups", parse_question<Question::groups>},
        {"group", parse_group},
        {"lean", parse_lean},
        {"help", parse_question<Question::help>},
        {"admit", parse_decision<node::AdmitKnock>},
        {"refuse", parse_decision<node::RefuseKnock>},
        {"remove", parse_remove},
        {"role", parse_role},
        {"policy", parse_policy},
        {"change-link", parse_change_link},
        {"minutes", parse_minutes},
        {"wait", parse_wait},
        {"wait-for", parse_wait_for},
        {"leave", parse_ending<Ending::leave>},
        {"end", parse_ending<Ending::end>},
    };
    Words words{std::string{line}};
    const auto name = next(words);
    if (name.empty() || name.front() == '#') return std::nullopt;
    if (is_token_command(name)) {
        auto of_token = parse_token_line(name, words);
        if (!of_token) return fail(std::move(of_token.error()));
        return std::move(*of_token);
    }
    const auto command = commands.find(name);
    if (command == commands.end()) return fail("unknown command: " + name + "; try help");
    auto parsed = command->second(words);
    if (!parsed) return fail(std::move(parsed.error()));
    return std::move(*parsed);
}

} // namespace plenum::cli
