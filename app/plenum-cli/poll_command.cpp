// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/poll_command.h"

#include "app/plenum-cli/words.h"

#include <array>
#include <utility>

namespace plenum::cli {
namespace {

constexpr std::array poll_table{
    CommandHelp{Topic::talking, "poll ask", "QUESTION [| CHOICE | CHOICE ...]",
                "Ask everybody; without choices, for a show of hands. Moderators.",
                "poll ask Lunch at noon? | yes | no"},
    CommandHelp{Topic::talking, "poll answer", "NUMBER|none", "Answer the open poll, or take your answer back.",
                "poll answer 1"},
    CommandHelp{Topic::talking, "poll end", "", "End your own poll.", "poll end"},
    CommandHelp{Topic::talking, "poll list", "", "The polls of this conference.", "poll list"},
};

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

tree::PollQuestion question_of(const std::string& text) {
    tree::PollQuestion question;
    std::istringstream parts{text};
    std::string part;
    std::getline(parts, part, '|');
    question.question = trimmed(part);
    while (std::getline(parts, part, '|'))
        if (auto choice = trimmed(part); !choice.empty()) question.choices.push_back(std::move(choice));
    return question;
}

} // namespace

std::span<const CommandHelp> poll_commands() { return poll_table; }

std::expected<PollCommand, std::string> parse_poll(std::istringstream& words) {
    const auto does = next(words);
    if (does == "end") return EndPollCommand{};
    if (does == "list") return ListPollsCommand{};
    if (does == "ask") {
        if (auto question = question_of(rest(words)); !question.question.empty())
            return AskPollCommand{std::move(question)};
    } else if (does == "answer") {
        const auto word = next(words);
        if (word == "none") return AnswerPollCommand{};
        if (const auto choice = number(word); choice && *choice > 0) return AnswerPollCommand{*choice};
    }
    return std::unexpected{
        "usage: poll ask QUESTION [| CHOICE | CHOICE ...], poll answer NUMBER|none, poll end, or poll list"};
}

} // namespace plenum::cli
