// SPDX-License-Identifier: Apache-2.0
#include "app/plenum-cli/poll_client.h"

#include "app/call/poll_commands.h"
#include "core/base/overloaded.h"

#include <string_view>
#include <utility>

namespace plenum::cli {
namespace {

std::string_view name_of(std::optional<tree::PollEnd> end) {
    if (!end) return "open";
    switch (*end) {
    case tree::PollEnd::ended: return "ended";
    case tree::PollEnd::asker_left: return "asker_left";
    case tree::PollEnd::replaced: return "replaced";
    }
    return "over";
}

Json to_json(const tree::PollState& poll) {
    Json json{{"event", "poll"},
              {"asker", poll.key.asker.value()},
              {"number", poll.key.number},
              {"question", poll.question.question},
              {"choices", poll.question.choices},
              {"votes", poll.votes},
              {"answered", poll.answered},
              {"members", poll.members},
              {"state", name_of(poll.end)}};
    if (poll.own_answer) json["own_answer"] = *poll.own_answer + 1;
    return json;
}

std::string_view explain(tree::PollError error) {
    switch (error) {
    case tree::PollError::not_permitted: return "moderators ask, and only the asker ends a poll";
    case tree::PollError::bad_question:
        return "a poll has a question of at most 1200 bytes, and no choices or 2 to 10 of at most 400 bytes";
    case tree::PollError::not_ready: return "the conference is not joined yet; try again in a second";
    case tree::PollError::over: return "no poll is open";
    case tree::PollError::no_such_choice: return "the open poll has no choice of that number";
    }
    return "refused";
}

} // namespace

void PollClient::handle(const node::Event& event) {
    polls_.handle(event, client::Session::now());
    if (polls_.give_up_unheard(event))
        told_({{"event", "poll_not_asked"}, {"reason", "the conference takes no further flow, so nobody heard it"}});
}

void PollClient::send() {
    app::carry_out(session_, polls_, client::Session::now());
    while (const auto change = polls_.poll_change())
        told_(to_json(*change));
}

std::expected<Json, std::string> PollClient::carry_out(const PollCommand& command) {
    const auto now = client::Session::now();
    const auto* open = polls_.book().open();
    const auto key = open == nullptr ? tree::PollKey{} : open->key;
    if (std::holds_alternative<ListPollsCommand>(command)) {
        Json list{{"answer", "polls"}, {"polls", Json::array()}};
        for (const auto& poll : polls_.book().all())
            list["polls"].push_back(to_json(poll));
        return list;
    }
    const auto done =
        std::visit(base::Overloaded{[&](const AskPollCommand& ask) { return polls_.ask(ask.question, now); },
                                    [&](const AnswerPollCommand& answer) {
                                        const auto choice = answer.choice
                                                                ? std::optional<std::size_t>{*answer.choice - 1}
                                                                : std::nullopt;
                                        return polls_.answer(key, choice, now);
                                    },
                                    [&](const auto&) { return polls_.end(key, now); }},
                   command);
    if (!done) return std::unexpected{std::string{explain(done.error())}};
    return Json{{"answer", "ok"}};
}

} // namespace plenum::cli
