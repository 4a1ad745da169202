// SPDX-License-Identifier: Apache-2.0
// Lines of `plenum-cli shell`: those that the help names and no others; what is understood says the same when it is
// written out and read again.
#include "app/plenum-cli/shell_command.h"

#include "app/plenum-cli/event_json.h"
#include "core/base/check.h"
#include "core/base/overloaded.h"
#include "tests/fuzz/bodies.h"
#include "tests/fuzz/decoders/written_token.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace plenum::fuzz {
namespace {

using cli::ShellCommand;

constexpr std::string_view spaces = " \t\n\v\f\r";

std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> words;
    for (;;) {
        const auto first = line.find_first_not_of(spaces);
        if (first == std::string_view::npos) return words;
        line.remove_prefix(first);
        const auto end = std::min(line.find_first_of(spaces), line.size());
        words.emplace_back(line.substr(0, end));
        line.remove_prefix(end);
    }
}

/// What stands behind so many words, without the space before it.
std::string behind(std::string_view line, std::size_t words) {
    for (; words > 0; --words) {
        line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
        line.remove_prefix(std::min(line.find_first_of(spaces), line.size()));
    }
    line.remove_prefix(std::min(line.find_first_not_of(spaces), line.size()));
    return std::string{line};
}

const std::set<std::string>& named_in_help() {
    static const auto names = [] {
        std::set<std::string> found;
        for (const auto& help : cli::help_about())
            found.insert(split(help.name).front());
        return found;
    }();
    return names;
}

struct Written {
    std::string operator()(const cli::ChatCommand& command) const { return "chat " + command.text; }
    std::string operator()(const cli::ChatChangeCommand& command) const {
        return std::visit([](const auto& each) { return change(each); }, command);
    }
    std::string operator()(const cli::PublishCommand& command) const {
        return "publish " + command.flow + " " + command.text;
    }
    std::string operator()(const cli::KeyFrameCommand& command) const {
        return fmt::format("key-frame {} {}", command.flow, command.member.value());
    }
    std::string operator()(const cli::PullCommand& command) const {
        const auto us = [](base::ConferenceTime at) { return base::to_us(at.time_since_epoch()); };
        const base::Overloaded what{
            [](const tag::PullLatest& latest) { return fmt::format("{}-back", latest.before); },
            [](const tag::PullNumber& number) { return fmt::format("#{}", number.sequence.value()); },
            [&](const tag::PullRange& range) { return fmt::format("{}..{}", us(range.from), us(range.to)); },
        };
        return fmt::format("pull {} {} {} {}", command.flow, command.member.value(), std::visit(what, command.what),
                           base::enumerator_name(command.place));
    }
    std::string operator()(const cli::SubscribeCommand& command) const {
        const auto member = command.member.value() == 0 ? "all" : std::to_string(command.member.value());
        const auto rate = command.wanted.rate_hz ? std::to_string(*command.wanted.rate_hz) : "all";
        return fmt::format("subscribe {} {} {} {}{}", command.flow, member, rate,
                           base::enumerator_name(command.wanted.place), command.wanted.small ? " small" : "");
    }
    std::string operator()(cli::Question question) const {
        switch (question) {
        case cli::Question::members: return "members";
        case cli::Question::flows: return "flows";
        case cli::Question::health: return "health";
        case cli::Question::knocks: return "knocks";
        case cli::Question::tokens: return "tokens";
        case cli::Question::groups: return "groups";
        }
        return {};
    }
    std::string operator()(cli::DecideAll decision) const { return decision.admit ? "admit all" : "refuse all"; }
    std::string operator()(const cli::TokenCommand& command) const { return fuzz::written(command); }
    std::string operator()(const cli::GroupCommand& command) const {
        return std::visit([](const auto& each) { return "group " + group(each); }, command);
    }
    std::string operator()(const cli::FlowCommand& command) const {
        return std::visit([](const auto& each) { return "flow " + flow(each); }, command);
    }
    std::string operator()(const cli::BoardCommand& command) const {
        return std::visit([](const auto& each) { return "board " + board(each); }, command);
    }
    std::string operator()(const cli::FileCommand& command) const {
        return "file " + std::visit([](const auto& each) { return of_file(each); }, command);
    }
    std::string operator()(const cli::PollCommand& command) const {
        return "poll " + std::visit([](const auto& each) { return of_poll(each); }, command);
    }
    std::string operator()(const cli::HelpCommand& command) const { return "help " + command.words; }
    std::string operator()(const cli::MinutesCommand& command) const { return "minutes " + command.file; }
    std::string operator()(const cli::WaitCommand& command) const {
        return fmt::format("wait {}", base::to_us(command.time) / 1000);
    }
    std::string operator()(const cli::WaitForCommand& command) const {
        return fmt::format("wait-for {} {}", command.event, base::to_us(command.time_max) / 1000);
    }
    std::string operator()(cli::Ending ending) const { return ending == cli::Ending::leave ? "leave" : "end"; }
    std::string operator()(const client::Session::Moderation& act) const {
        return std::visit([](const auto& each) { return moderation(each); }, act);
    }

    static std::string of_file(const cli::SendFileCommand& command) { return "send " + command.path; }
    static std::string of_file(const cli::ListFilesCommand&) { return "list"; }
    static std::string of_file(const cli::GetFileCommand& command) {
        return fmt::format("get {} {}", command.number, command.path);
    }
    static std::string of_file(const cli::CancelFileCommand& command) {
        return fmt::format("cancel {}", command.number);
    }

    static std::string of_poll(const cli::AskPollCommand& command) {
        std::string text = "ask " + command.question.question;
        for (const auto& choice : command.question.choices)
            text += " | " + choice;
        return text;
    }
    static std::string of_poll(const cli::AnswerPollCommand& command) {
        return command.choice ? fmt::format("answer {}", *command.choice) : "answer none";
    }
    static std::string of_poll(const cli::EndPollCommand&) { return "end"; }
    static std::string of_poll(const cli::ListPollsCommand&) { return "list"; }

    static std::string named(const chat::MessageId& line) {
        return fmt::format("{} {}", line.sender.value(), line.sequence.value());
    }
    static std::string change(const cli::ReplyCommand& command) {
        return "reply " + named(command.to) + " " + command.text;
    }
    static std::string change(const cli::EditCommand& command) {
        return "edit " + named(command.on) + " " + command.text;
    }
    static std::string change(const cli::DeleteCommand& command) { return "delete " + named(command.on); }
    static std::string change(const cli::ReactCommand& command) {
        return "react " + named(command.on) + " " + cli::names_of(command.reactions);
    }

    static std::string group(const cli::OpenGroupCommand& command) {
        return "open " + command.label + wish(command.wish);
    }
    static std::string group(const cli::ChangeGroupCommand& command) {
        return "change " + command.group + wish(command.wish);
    }
    static std::string group(const cli::CloseGroupCommand& command) { return "close " + command.group; }
    static std::string group(const cli::PlaceCommand& command) {
        std::string members;
        for (const auto member : command.members)
            members += fmt::format("{}{}", members.empty() ? "" : ",", member.value());
        return "place " + command.group + " " + members;
    }
    static std::string wish(const cli::GroupWish& wish) {
        std::string text;
        if (wish.open) text += *wish.open ? " open" : " closed";
        if (wish.time) text += fmt::format(" minutes={}", wish.time->count());
        if (!wish.lean) return text;
        const auto live = *wish.lean == log::Lean::live;
        return text + (live ? " lean=live" : *wish.lean == log::Lean::order ? " lean=order" : " lean=balanced");
    }

    static std::string flow(const cli::CreateFlowCommand& command) {
        auto text =
            fmt::format("create {} {}{}", command.name, base::enumerator_name(command.kind), wish(command.wish));
        if (command.with.value() != 0) text += fmt::format(" with={}", command.with.value());
        if (!command.group.empty()) text += " group=" + command.group;
        return command.ordered ? text + " ordered" : text;
    }
    static std::string flow(const cli::ChangeFlowCommand& command) {
        return "change " + command.flow + wish(command.wish);
    }
    static std::string flow(const cli::CloseFlowCommand& command) { return "close " + command.flow; }
    static std::string flow(const cli::ListFlowsCommand&) { return "list"; }
    static std::string wish(const cli::FlowWish& wish) {
        const auto ms = [](base::Duration delay) { return base::to_us(delay) / 1000; };
        std::string text;
        if (wish.rate_hz) text += fmt::format(" rate={}", *wish.rate_hz);
        if (wish.message_bytes_max) text += fmt::format(" bytes={}", *wish.message_bytes_max);
        if (wish.desired_delay) text += fmt::format(" delay={}", ms(*wish.desired_delay));
        if (wish.loss_delay)
            text += *wish.loss_delay ? fmt::format(" loss-delay={}", ms(**wish.loss_delay)) : " loss-delay=none";
        if (wish.tolerance_permille) text += fmt::format(" tolerance={}", *wish.tolerance_permille);
        return text;
    }

    static std::string moderation(const node::AdmitKnock& act) { return "admit " + base::to_hex(act.exchange.view()); }
    static std::string moderation(const node::RefuseKnock& act) {
        return "refuse " + base::to_hex(act.exchange.view());
    }
    static std::string moderation(const node::RemoveMember& act) {
        return fmt::format("remove {}{}", act.member.value(), act.change_link ? " change-link" : "");
    }
    static std::string moderation(const node::SetRole& act) {
        return fmt::format("role {} {}", act.member.value(),
                           act.role == node::MemberRole::moderator ? "moderator" : "participant");
    }
    static std::string moderation(const node::SetPolicy& act) {
        std::string text = "policy ";
        for (const auto* name : {"open", "lobby", "closed"}) {
            if (cli::admission_of(name) == act.policy.admission) text += name;
        }
        if (!act.policy.history_for_newcomers) text += " no-history";
        if (act.policy.moderators_only) text += " moderators-only";
        if (!act.policy.recording) text += " no-recording";
        return text;
    }
    static std::string moderation(const node::AskMute& act) {
        return act.member.value() == 0 ? "mute all" : fmt::format("mute {}", act.member.value());
    }
    static std::string moderation(const node::Record& act) { return act.on ? "record on" : "record off"; }
    static std::string place(board::Position at) { return fmt::format(" {} {}", at.x / 16, at.y / 16); }
    static std::string name(const cli::ObjectName& object) {
        return object ? fmt::format("{}.{}", object->sender.value(), object->number.value()) : "last";
    }
    static std::string board(const cli::StrokeCommand& command) {
        std::string text{base::enumerator_name(command.tool)};
        for (const auto at : command.points)
            text += place(at);
        return text;
    }
    static std::string board(const cli::ShapeCommand& command) {
        return std::string{base::enumerator_name(command.kind)} + place(command.from) + place(command.to);
    }
    static std::string board(const cli::LabelCommand& command) {
        return std::string{base::enumerator_name(command.kind)} + place(command.at) + " " + command.text;
    }
    static std::string board(const cli::MoveCommand& command) {
        return "move " + name(command.object) + place(command.by);
    }
    static std::string board(const cli::DeleteObjectCommand& command) { return "delete " + name(command.object); }
    static std::string board(const cli::AddPageCommand& command) { return "add-page " + command.name; }
    static std::string board(const cli::GoToPageCommand& command) { return fmt::format("page {}", command.page); }
    static std::string board(cli::BoardWord word) { return std::string{base::enumerator_name(word)}; }
    static std::string moderation(const node::ChangeLink&) { return "change-link"; }
};

std::string written(const ShellCommand& command) { return std::visit(Written{}, command); }

/// `words` say what `text`, which is in order, does: numbers without zeros before them, keys in small letters.
void check_same_words(const std::vector<std::string>& words, const ShellCommand& command, std::string_view line) {
    const auto again = split(written(command));
    // Of member 0 a copy is everyone's; leaning is a change of the settings.
    const bool leans = words.front() == "lean" && again.front() == "group";
    CHECK(again.front() == words.front() || (words.front() == "delete-copy" && again.front() == "recall") || leans);
    if (leans) return;
    const bool has_settings = words.front() == "declare-token" || words.front() == "configure-token";
    if (const auto* chat = std::get_if<cli::ChatCommand>(&command)) CHECK(chat->text == behind(line, 1));
    if (const auto* publish = std::get_if<cli::PublishCommand>(&command))
        CHECK(publish->flow == words[1] && publish->text == behind(line, 2));
    for (std::size_t i = 1; i < std::min(words.size(), again.size()); ++i) {
        auto word = words[i];
        const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number) word.erase(0, std::min(word.find_first_not_of('0'), word.size() - 1));
        const bool is_key = words[0] == "admit" || words[0] == "refuse";
        if (is_key)
            std::ranges::transform(word, word.begin(), [](char c) { return c >= 'A' && c <= 'F' ? c + 32 : c; });
        if (words[0] == "policy" && i > 1) break; // in any order, and twice
        if (has_settings && i > 1) break;
        if (words[0] == "board" && i > 1) break;                         // a zero has a sign or not
        if ((words[0] == "group" || words[0] == "flow") && i > 2) break; // settings and members in any order
        if (words[0] == "react" && i > 2) break;                         // in any order
        if ((words[0] == "reply" || words[0] == "edit") && i > 2) break; // the text stands as it is
        CHECK(word == again[i] || again[i] == words[i]);
    }
}

std::vector<base::Bytes> seeds_of_flows_and_chat() {
    std::vector<base::Bytes> seeds;
    for (const std::string_view text :
         {"flow create a live rate=20 bytes=9 delay=1 loss-delay=5 with=2",
          "flow create a bulk loss-delay=none ordered group=Red tolerance=5", "flow change a rate=1 rate=2",
          "flow close 7", "flow list", "flow open a", "reply 2 05 yes  please", "edit 1 3 better", "delete 1 3 now",
          "react 2 5 laugh,agree", "react 2 5 none", "policy open no-recording", "record on"}) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace

void run_shell(base::ByteView input) {
    // The reader of lines gives none with its end.
    auto line = base::to_text(input);
    line.resize(std::min(line.find('\n'), line.size()));
    const auto words = split(line);
    const auto command = cli::parse_command(line);
    const bool nothing = words.empty() || words.front().front() == '#';
    CHECK(nothing == (command.has_value() && !command->has_value()));
    if (nothing) return;
    const bool known = named_in_help().contains(words.front());
    if (!command) {
        CHECK(command.error().starts_with("unknown command: ") == !known && command.error().size() > 10);
        return;
    }
    CHECK(known);
    check_same_words(words, **command, line);
    const auto text = written(**command);
    const auto again = cli::parse_command(text);
    CHECK(again && *again && written(**again) == text);
}

std::vector<base::Bytes> shell_seeds() {
    std::vector<base::Bytes> seeds = seeds_of_flows_and_chat();
    const auto key = std::string(62, '0') + "aF";
    for (const std::string& text : {std::string{"chat hello there "},
                                    std::string{" \t publish board  x y"},
                                    std::string{"publish"},
                                    std::string{"key-frame camera 7"},
                                    std::string{"subscribe voice all 15 subscriber"},
                                    std::string{"members"},
                                    std::string{"flows"},
                                    std::string{"health"},
                                    std::string{"knocks"},
                                    std::string{"help me"},
                                    std::string{"admit all"},
                                    "admit " + key,
                                    "refuse " + key,
                                    std::string{"refuse 00"},
                                    std::string{"remove 12"},
                                    std::string{"remove 12 change-link"},
                                    std::string{"remove 4294967296"},
                                    std::string{"role 1 moderator"},
                                    std::string{"role 0002 participant"},
                                    std::string{"role 1 king"},
                                    std::string{"policy open"},
                                    std::string{"policy lobby no-history moderators-only"},
                                    std::string{"policy closed often"},
                                    std::string{"change-link"},
                                    std::string{"tokens"},
                                    std::string{"groups"},
                                    std::string{"group open Red minutes=10 open lean=live"},
                                    std::string{"group change 2 closed minutes=0"},
                                    std::string{"group close Red"},
                                    std::string{"group place 0 3,2"},
                                    std::string{"group place Red 2,,3"},
                                    std::string{"lean order"},
                                    std::string{"lean balanced Red"},
                                    std::string{"want voice"},
                                    std::string{"want voice order"},
                                    std::string{"unwant 1"},
                                    std::string{"request voice priority"},
                                    std::string{"cancel voice 3"},
                                    std::string{"deny voice 3"},
                                    std::string{"place voice 3 1"},
                                    std::string{"grant voice 3"},
                                    std::string{"transfer voice 3 4"},
                                    std::string{"copy voice 3 4"},
                                    std::string{"delete-copy voice 4"},
                                    std::string{"delete-copy voice 0"},
                                    std::string{"distribute voice"},
                                    std::string{"recall voice"},
                                    std::string{"release voice"},
                                    std::string{"revoke voice 3"},
                                    std::string{"declare-token 1 voice 1,2 style=queue with=order=shortest holders=2"},
                                    std::string{"configure-token voice arbiter=2 panel=4,3 warn=5 limit=9 moderated"},
                                    std::string{"configure-token 1 locked no-transfer copies holders=0"},
                                    std::string{"minutes /tmp/of the day"},
                                    std::string{"wait 20"},
                                    std::string{"wait long"},
                                    std::string{"wait-for phase"},
                                    std::string{"wait-for member_joined 5000"},
                                    std::string{"wait-for phase long"},
                                    std::string{"leave"},
                                    std::string{"end"},
                                    std::string{"# chat"},
                                    std::string{"nothing"}}) {
        const auto bytes = base::as_bytes(text);
        seeds.emplace_back(bytes.begin(), bytes.end());
    }
    return seeds;
}

} // namespace plenum::fuzz
