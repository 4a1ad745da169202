// SPDX-License-Identifier: Apache-2.0
#include "ui/port/simulated_polls.h"

#include <QMetaObject>

#include <algorithm>
#include <utility>

namespace plenum::ui {
namespace {

/// What Ada does by herself.
constexpr int poll_second = 30;
constexpr int poll_over_second = 75;
constexpr int hands_second = 90;
constexpr int hands_over_second = 115;

bool is_sound(const PollQuestion& asked) {
    const auto fits = [](const QString& words, int most) { return !words.isEmpty() && words.size() <= most; };
    const auto choices = asked.choices.size();
    return fits(asked.question, PollQuestion::question_max) &&
           (asked.is_show_of_hands() || choices >= PollQuestion::choices_min) && choices <= PollQuestion::choices_max &&
           std::ranges::all_of(asked.choices,
                               [&](const QString& choice) { return fits(choice, PollQuestion::choice_max); });
}

int places(const Poll& poll) {
    return poll.question.is_show_of_hands() ? 1 : static_cast<int>(poll.question.choices.size());
}

} // namespace

SimulatedPolls::Asked* SimulatedPolls::find_open() {
    return polls_.empty() || !polls_.back().poll.is_open() ? nullptr : &polls_.back();
}

void SimulatedPolls::send(std::function<void()> arrives) { under_way_.push_back({.arrives = std::move(arrives)}); }

void SimulatedPolls::ask(const PollQuestion& question) {
    send([this, question] {
        if (std::exchange(fail_next_, false)) return emit failed(PollFailure::question_not_sent);
        if (!world_.facts.may_moderate) return emit failed(PollFailure::not_permitted);
        if (!is_sound(question)) return emit failed(PollFailure::bad_question);
        begin(SimulatedIds::ourselves, question);
    });
}

void SimulatedPolls::answer(PollId poll, std::optional<int> choice) {
    QMetaObject::invokeMethod(
        this,
        [this, poll, choice] {
            auto* asked = find_open();
            if (asked == nullptr || asked->poll.id != poll) return emit failed(PollFailure::over);
            if (choice.value_or(0) < 0 || choice.value_or(0) >= places(asked->poll)) return;
            const auto before = asked->poll.own_answer;
            set_own(*asked, choice);
            if (!std::exchange(fail_next_, false)) return;
            send([this, poll, before] {
                if (auto* open = find_open(); open != nullptr && open->poll.id == poll) set_own(*open, before);
                emit failed(PollFailure::answer_not_sent);
            });
        },
        Qt::QueuedConnection);
}

void SimulatedPolls::end(PollId poll) {
    send([this, poll] {
        if (std::exchange(fail_next_, false)) return emit failed(PollFailure::end_not_sent);
        const auto* asked = find_open();
        if (asked == nullptr || asked->poll.id != poll) return;
        if (!asked->poll.own) return emit failed(PollFailure::not_permitted);
        finish(PollEnd::ended);
    });
}

void SimulatedPolls::set_own(Asked& asked, std::optional<int> choice) {
    asked.poll.own_answer = choice;
    if (choice.has_value())
        asked.answers[SimulatedIds::ourselves] = *choice;
    else
        asked.answers.erase(SimulatedIds::ourselves);
    emit poll_changed(asked.poll);
}

void SimulatedPolls::begin(base::MemberIndex asker, const PollQuestion& question) {
    finish(PollEnd::replaced);
    const bool own = asker == SimulatedIds::ourselves;
    const auto person = world_.people.find(asker);
    last_ = last_.next();
    polls_.push_back({.poll = {.id = last_,
                               .asker_name = own                             ? world_.own_name
                                             : person == world_.people.end() ? QString{}
                                                                             : person->second.member.name,
                               .own = own,
                               .question = question},
                      .asker = asker});
    count(polls_.back());
    emit poll_changed(polls_.back().poll);
}

void SimulatedPolls::finish(PollEnd why) {
    auto* asked = find_open();
    if (asked == nullptr) return;
    count(*asked);
    asked->poll.end = why;
    emit poll_changed(asked->poll);
}

void SimulatedPolls::count(Asked& asked) const {
    asked.poll.votes = QList<int>(places(asked.poll), 0);
    for (const auto& [member, choice] : asked.answers)
        ++asked.poll.votes[choice];
    asked.poll.answered = static_cast<int>(asked.answers.size());
    asked.poll.members = static_cast<int>(world_.people.size()) + 1;
}

void SimulatedPolls::clear() {
    polls_.clear();
    under_way_.clear();
    last_ = {};
}

void SimulatedPolls::tick() {
    for (auto& each : under_way_)
        --each.ticks;
    while (!under_way_.empty() && under_way_.front().ticks <= 0) {
        const auto arrives = std::move(under_way_.front().arrives);
        under_way_.erase(under_way_.begin());
        arrives();
    }
    auto* asked = find_open();
    if (asked == nullptr || ++asked->ticks % simulated_ticks_per_second != 0) return;
    const auto before = asked->poll;
    count(*asked);
    if (asked->poll != before) emit poll_changed(asked->poll);
}

void SimulatedPolls::play(int second) {
    if (auto* asked = find_open()) let_answer(*asked);
    const auto ada = world_.people.find(SimulatedIds::ada);
    const bool moderates = ada != world_.people.end() && ada->second.member.role == Role::moderator;
    const auto* asked = find_open();
    if (asked != nullptr && asked->asker == SimulatedIds::ada &&
        (second == poll_over_second || second == hands_over_second))
        return finish(PollEnd::ended);
    if (!possible_ || !moderates || asked != nullptr) return;
    if (second == poll_second)
        begin(SimulatedIds::ada, {.question = QStringLiteral("When do we meet next?"),
                                  .choices = {QStringLiteral("Monday morning"), QStringLiteral("Tuesday afternoon"),
                                              QStringLiteral("Not this week")}});
    if (second == hands_second)
        begin(SimulatedIds::ada, {.question = QStringLiteral("Who has read section 3?"), .choices = {}});
}

/// In a second, one of four answers, and one of twelve decides not to.
void SimulatedPolls::let_answer(Asked& asked) {
    constexpr std::uint32_t answers_per_million = 250'000;
    constexpr std::uint32_t silent_per_million = 83'000;
    for (const auto& [member, person] : world_.people) {
        if (asked.answers.contains(member) || asked.silent.contains(member)) continue;
        if (world_.random.chance(silent_per_million)) {
            asked.silent.insert(member);
        } else if (world_.random.chance(answers_per_million)) {
            // The smaller of two draws: some choices have more friends.
            const auto last = places(asked.poll) - 1;
            const auto choice = std::min(world_.random.between(0, last), world_.random.between(0, last));
            asked.answers[member] = static_cast<int>(choice);
        }
    }
}

void SimulatedPolls::leave(base::MemberIndex index) {
    auto* asked = find_open();
    if (asked == nullptr) return;
    asked->answers.erase(index);
    if (asked->asker == index) finish(PollEnd::asker_left);
}

void SimulatedPolls::set_possible(bool possible) {
    possible_ = possible;
    emit possible_changed();
}

void SimulatedPolls::someone_asks(base::MemberIndex asker, const PollQuestion& question) { begin(asker, question); }

void SimulatedPolls::someone_answers(base::MemberIndex index, std::optional<int> choice) {
    auto* asked = find_open();
    if (asked == nullptr) return;
    if (choice.has_value())
        asked->answers[index] = std::clamp(*choice, 0, places(asked->poll) - 1);
    else
        asked->answers.erase(index);
}

} // namespace plenum::ui
