// SPDX-License-Identifier: Apache-2.0
#include "app/plenum/real_polls.h"

#include "app/call/poll_commands.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace plenum::app {
namespace {

/// What the window counts with.
int to_int(std::uint64_t count) {
    return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

ui::PollEnd shown(tree::PollEnd end) {
    switch (end) {
    case tree::PollEnd::ended: return ui::PollEnd::ended;
    case tree::PollEnd::asker_left: return ui::PollEnd::asker_left;
    case tree::PollEnd::replaced: return ui::PollEnd::replaced;
    }
    return ui::PollEnd::ended;
}

} // namespace

RealPolls::RealPolls(std::optional<CurrentCall>& call) : call_{call} {
    patience_.setSingleShot(true);
    connect(&patience_, &QTimer::timeout, this, &RealPolls::advance);
}

void RealPolls::come_in() {
    if (!std::exchange(possible_, true)) emit possible_changed();
}

void RealPolls::clear() {
    patience_.stop();
    polls_ = std::make_unique<tree::PollExchange>();
    ids_ = {};
    if (std::exchange(possible_, false)) emit possible_changed();
}

void RealPolls::handle(const node::Event& event) {
    polls_->handle(event, client::Session::now());
    if (polls_->give_up_unheard(event)) emit failed(ui::PollFailure::question_not_sent);
    advance();
}

void RealPolls::advance() {
    if (!call_ || call_->session() == nullptr) return;
    const auto now = client::Session::now();
    carry_out(*call_->session(), *polls_, now);
    while (const auto change = polls_->poll_change())
        emit poll_changed(shown(*change));
    const auto due = polls_->next_wakeup();
    if (due == base::local_time_max) return patience_.stop();
    using std::chrono::milliseconds;
    patience_.start(std::max(std::chrono::ceil<milliseconds>(due - client::Session::now()), milliseconds{1}));
}

ui::Poll RealPolls::shown(const tree::PollState& poll) {
    ui::Poll result;
    result.id = ids_.id_of(poll.key, polls_->book());
    if (call_) result.asker_name = QString::fromStdString(std::string{call_->view.name_of(poll.key.asker)});
    result.own = poll.key.asker == polls_->self();
    result.question.question = QString::fromStdString(poll.question.question);
    for (const auto& choice : poll.question.choices)
        result.question.choices.push_back(QString::fromStdString(choice));
    for (const auto votes : poll.votes)
        result.votes.push_back(to_int(votes));
    result.answered = to_int(poll.answered);
    result.members = to_int(poll.members);
    if (poll.own_answer) result.own_answer = static_cast<int>(*poll.own_answer);
    if (poll.end) result.end = app::shown(*poll.end);
    return result;
}

void RealPolls::tell(const std::expected<void, tree::PollError>& done, ui::PollFailure not_sent) {
    advance();
    if (done) return;
    switch (done.error()) {
    case tree::PollError::not_permitted: emit failed(ui::PollFailure::not_permitted); break;
    case tree::PollError::bad_question:
    case tree::PollError::no_such_choice: emit failed(ui::PollFailure::bad_question); break;
    case tree::PollError::not_ready: emit failed(not_sent); break;
    case tree::PollError::over: emit failed(ui::PollFailure::over); break;
    }
}

void RealPolls::ask(const ui::PollQuestion& question) {
    tree::PollQuestion asked{question.question.toStdString(), {}};
    for (const auto& choice : question.choices)
        asked.choices.push_back(choice.toStdString());
    tell(polls_->ask(std::move(asked), client::Session::now()), ui::PollFailure::question_not_sent);
}

void RealPolls::answer(ui::PollId poll, std::optional<int> choice) {
    const auto place = choice ? std::optional{static_cast<std::size_t>(*choice)} : std::nullopt;
    tell(polls_->answer(ids_.key_of(poll), place, client::Session::now()), ui::PollFailure::answer_not_sent);
}

void RealPolls::end(ui::PollId poll) {
    tell(polls_->end(ids_.key_of(poll), client::Session::now()), ui::PollFailure::end_not_sent);
}

} // namespace plenum::app
